package io.streamsboot.boot.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties below {@code streams}: settings of all topologies, and of single ones below
 * {@code streams.topologies.<name>}, the second winning.
 */
@ConfigurationProperties(StreamsProperties.PREFIX)
public class StreamsProperties extends TopologyProperties {

    static final String PREFIX = "streams";
    static final String TOPOLOGIES = PREFIX + ".topologies";
    static final String GRAPHS = PREFIX + ".graphs";

    /**
     * Whether topologies are collected and run.
     */
    private boolean enabled = true;

    /**
     * Settings of single topologies, by name of the topology. They win over the settings of all.
     */
    private final Map<String, Topology> topologies = new HashMap<>();

    /**
     * How single graphs keep their state, by name of the graph's bean.
     */
    private final Map<String, GraphProperties> graphs = new HashMap<>();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public Map<String, Topology> getTopologies() {
        return topologies;
    }

    public Map<String, GraphProperties> getGraphs() {
        return graphs;
    }

    /** Settings of one topology. */
    public static class Topology extends TopologyProperties {

        /**
         * Identity of the topology towards Kafka: group id, prefix of internal topics, name of the state directory.
         */
        private @Nullable String applicationId;

        public @Nullable String getApplicationId() {
            return applicationId;
        }

        public void setApplicationId(@Nullable String applicationId) {
            this.applicationId = applicationId;
        }
    }
}
