package io.streamsboot.graph.internal;

import io.streamsboot.graph.GraphDefinitionException;
import java.util.List;

/**
 * In which steps a node can have a value. Nodes whose steps never meet cannot be inputs of one operator.
 *
 * @param name with each record, in any step, in some steps of either kind, or when windows of some size close
 */
record Clock(String name) {

    static final Clock RECORD = new Clock("with each record");
    static final Clock ANY = new Clock("in every step");
    static final Clock MIXED = new Clock("now and then");

    /** The steps in which all inputs can have a value. */
    static Clock of(String kind, List<NodeDef> inputs) {
        Clock clock = ANY;
        for (NodeDef input : inputs) {
            if (clock.equals(ANY) || (clock.equals(MIXED) && !input.clock.equals(ANY))) {
                clock = input.clock;
            } else if (!input.clock.equals(ANY) && !input.clock.equals(MIXED) && !input.clock.equals(clock)) {
                throw new GraphDefinitionException("the inputs of " + kind + " never have a value in the same step: "
                        + inputs.get(0).label() + " speaks "
                        + inputs.get(0).clock.name() + ", " + input.label() + " "
                        + input.clock.name()
                        + "; use the same window for both, or hold() the one that speaks less often");
            }
        }
        return clock;
    }
}
