package io.streamsboot.topology;

import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;

/**
 * A topology whose nodes are wired by typed handles, so that a processor or a sink of the wrong type does not compile.
 *
 * <pre>{@code
 * @Bean
 * TypedTopology alerts(Serde<Reading> readings) {
 *     return nodes -> {
 *         NodeHandle<String, Reading> source = nodes.source("readings", Consumed.with(Serdes.String(), readings), "readings");
 *         NodeHandle<String, Reading> hot = nodes.processor("hot", HotFilter::new, source);
 *         nodes.sink("alerts", "alerts", Produced.with(Serdes.String(), readings), hot);
 *     };
 * }
 * }</pre>
 */
@FunctionalInterface
public interface TypedTopology {

    /**
     * Adds the topology's nodes and stores.
     *
     * @param nodes the nodes of this topology alone; not to be kept
     * @throws Exception if the topology cannot be built; the application's start then fails and names the topology
     */
    void define(TypedTopologyBuilder nodes) throws Exception;

    /**
     * The ordinary topology that this one describes, for a test driver or a runtime of one's own.
     *
     * @return a new topology, without the settings that only a {@link TopologyConfig} can give
     * @throws InvalidTopologyException if {@link #define} throws
     */
    default Topology build() {
        return build(new StreamsBuilder());
    }

    /**
     * The ordinary topology that this one describes.
     *
     * @param config settings of stores and processor wrappers
     * @return a new topology
     * @throws InvalidTopologyException if {@link #define} throws
     */
    default Topology build(TopologyConfig config) {
        return build(new StreamsBuilder(config));
    }

    /**
     * The ordinary topology that this one describes, made with a given builder.
     *
     * @param builder an empty builder
     * @return a new topology
     * @throws InvalidTopologyException if {@link #define} throws
     */
    default Topology build(StreamsBuilder builder) {
        try {
            TypedTopologyBuilder nodes = new TypedTopologyBuilder(builder);
            define(nodes);
            if (builder instanceof StoreSerdes.Collector collector) {
                nodes.serdes().forEach(collector::collect);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new InvalidTopologyException(
                    "A typed topology could not be built: " + e, "Correct its definition.", e);
        }
        return builder.build();
    }
}
