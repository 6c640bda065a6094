package io.streamsboot.boot.autoconfigure;

import java.util.Map;

/**
 * Changes the configuration of topologies after all properties were applied. Beans of this type are called in their
 * order, once for each topology, while the application starts.
 */
@FunctionalInterface
public interface StreamsConfigCustomizer {

    /**
     * Changes a configuration.
     *
     * @param topology name of the topology
     * @param config configuration of Kafka Streams and its clients, by Kafka's names; may be changed, takes no null
     */
    void customize(String topology, Map<String, Object> config);
}
