package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.TopologyDefinition;
import java.util.Map;

/**
 * Bean that declares topologies which are not beans themselves, because only what they are made of tells their names. They are
 * managed as any other: {@code streams.topologies.<name>} applies to them.
 */
public interface TopologyContributor {

    /**
     * The topologies.
     *
     * @return definitions by name, always the same
     */
    Map<String, TopologyDefinition> topologies();

    /**
     * Where a topology comes from, for messages.
     *
     * @param topology one of {@link #topologies()}
     * @return what declares it
     */
    String origin(String topology);

    /**
     * Settings of a topology. They win over what is below {@code streams}; what is below {@code streams.topologies.<name>}
     * wins over them.
     *
     * @param topology one of {@link #topologies()}
     * @return settings by Kafka's names, those of consumers without a prefix
     */
    default Map<String, Object> config(String topology) {
        return Map.of();
    }

    /**
     * The application id of a topology, which may have to be another for another version of its state.
     *
     * @param topology one of {@link #topologies()}
     * @param configured the one that is configured, or made of the application's name
     * @return the id that it runs under
     */
    default String applicationId(String topology, String configured) {
        return configured;
    }
}
