package io.streamsboot.topology.runtime;

import org.apache.kafka.streams.KafkaStreams;

/**
 * Sees each {@link KafkaStreams} before it starts, once for each generation. The runtime sets its own state listener,
 * uncaught-exception handler and restore listener afterwards; use {@link TopologyListener} to observe those.
 */
@FunctionalInterface
public interface KafkaStreamsCustomizer {

    /**
     * Customizes a client that has not been started. An exception counts as a failed start.
     *
     * @param topology name of the topology
     * @param streams the client
     */
    void customize(String topology, KafkaStreams streams);
}
