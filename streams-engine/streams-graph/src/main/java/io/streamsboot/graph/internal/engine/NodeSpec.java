package io.streamsboot.graph.internal.engine;

import java.util.List;
import java.util.function.Supplier;

/**
 * A node of a compiled graph.
 *
 * @param label what errors and pictures call it
 * @param inputs slots that it reads
 * @param slot slot that it writes
 * @param identity hash of what it computes; state is saved under it
 * @param kind when it is stepped
 * @param timer index of its timer, or -1
 * @param factory makes the operator, anew for each state if it has one
 */
public record NodeSpec(
        String label, List<Integer> inputs, Slot slot, long identity, Kind kind, int timer, Supplier<Op> factory) {

    /** When a node is stepped, in this order. */
    public enum Kind {
        /** Once for all steps. */
        CONSTANT,
        /** With every record. */
        SOURCE,
        /** In every step. */
        OPERATOR
    }

    /** Copies the inputs. */
    public NodeSpec {
        inputs = List.copyOf(inputs);
    }
}
