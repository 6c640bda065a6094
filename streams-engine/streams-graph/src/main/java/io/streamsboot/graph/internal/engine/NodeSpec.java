package io.streamsboot.graph.internal.engine;

import java.util.List;

/**
 * A node of a compiled graph.
 *
 * @param label what errors and pictures call it
 * @param inputs positions of the nodes that it reads
 * @param number whether its value is a primitive number and not an object
 * @param identity hash of what it computes; state is saved under it
 * @param kind when it is stepped
 * @param timer index of its timer, or -1
 * @param factory makes the operator
 */
public record NodeSpec(
        String label, List<Integer> inputs, boolean number, long identity, Kind kind, int timer, OpFactory factory) {

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
