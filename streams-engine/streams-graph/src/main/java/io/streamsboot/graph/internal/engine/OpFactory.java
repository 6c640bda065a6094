package io.streamsboot.graph.internal.engine;

import java.util.List;

/** Makes the operator of a node, once the place of every node is known. */
@FunctionalInterface
public interface OpFactory {

    /** An operator without history that writes slot {@code out}; {@code in} are those of its inputs, and {@code timer} is -1 for a node without one. */
    Op create(Slot out, List<Slot> in, int timer);
}
