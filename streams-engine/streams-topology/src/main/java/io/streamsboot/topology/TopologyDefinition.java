package io.streamsboot.topology;

import org.apache.kafka.streams.StreamsBuilder;

/**
 * A topology in the Kafka Streams DSL. The runtime calls it once, while the application starts, with a builder that
 * already carries the topology's settings; name every store and every repartition, or the start is refused.
 *
 * <pre>{@code
 * @Bean
 * TopologyDefinition wordCount() {
 *     return builder -> builder.<String, String>stream("words")
 *             .groupBy((key, word) -> word, Grouped.as("by-word"))
 *             .count(Materialized.as("counts"));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface TopologyDefinition {

    /**
     * Adds the topology's sources, operators and sinks.
     *
     * @param builder builder of this topology alone; not to be kept
     * @throws Exception if the topology cannot be built; the application's start then fails and names the topology
     */
    void define(StreamsBuilder builder) throws Exception;
}
