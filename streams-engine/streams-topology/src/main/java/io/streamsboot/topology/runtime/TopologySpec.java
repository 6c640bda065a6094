package io.streamsboot.topology.runtime;

import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.TypedTopology;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.Topology;

/**
 * A topology to be managed: its name, what it does, how it runs.
 *
 * @param name name of the topology, unique in the application
 * @param source what it does
 * @param options how it runs
 */
public record TopologySpec(String name, Source source, TopologyOptions options) {

    public TopologySpec {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a topology needs a name");
        }
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(options, "options");
    }

    /** The ways to say what a topology does. */
    public sealed interface Source {

        /**
         * In the DSL.
         *
         * @param definition the definition
         */
        record Functional(TopologyDefinition definition) implements Source {}

        /**
         * With typed nodes.
         *
         * @param topology the definition
         */
        record Typed(TypedTopology topology) implements Source {}

        /**
         * By processors that share the topology.
         *
         * @param processors their definitions, at least one
         */
        record Processors(List<ProcessorDefinition> processors) implements Source {
            public Processors {
                processors = List.copyOf(processors);
                if (processors.isEmpty()) {
                    throw new IllegalArgumentException("a topology of processors needs at least one");
                }
            }
        }

        /**
         * Finished, made by somebody else.
         *
         * @param topology the topology
         */
        record Plain(Topology topology) implements Source {}
    }

    /**
     * A topology in the DSL.
     *
     * @param name name of the topology
     * @param definition what it does
     * @param options how it runs
     * @return a new specification
     */
    public static TopologySpec of(String name, TopologyDefinition definition, TopologyOptions options) {
        return new TopologySpec(name, new Source.Functional(definition), options);
    }
}
