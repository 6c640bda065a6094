package io.streamsboot.boot.autoconfigure.devbroker;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** Properties of the dev broker, below {@code streams.dev-broker}. */
@ConfigurationProperties(DevBrokerProperties.PREFIX)
public class DevBrokerProperties {

    static final String PREFIX = "streams.dev-broker";

    /**
     * Whether a dev broker is started when no Kafka address is configured.
     */
    private boolean enabled = true;

    /**
     * Number of nodes, from 1 to 3.
     */
    private int nodes = 1;

    /**
     * Port of the first node, the following ones for the others; 0 for free ports.
     */
    private int port = 0;

    /**
     * Directory in which the data is kept. Without one it is temporary, and so is the state of topologies.
     */
    private @Nullable String directory;

    /**
     * Additional settings of the server, by Kafka's names.
     */
    private final Map<String, String> properties = new HashMap<>();

    /**
     * Topics that are created at start where they are missing, by name.
     */
    private final Map<String, Topic> topics = new HashMap<>();

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public int getNodes() {
        return nodes;
    }

    public void setNodes(int nodes) {
        this.nodes = nodes;
    }

    public int getPort() {
        return port;
    }

    public void setPort(int port) {
        this.port = port;
    }

    public @Nullable String getDirectory() {
        return directory;
    }

    public void setDirectory(@Nullable String directory) {
        this.directory = directory;
    }

    public Map<String, String> getProperties() {
        return properties;
    }

    public Map<String, Topic> getTopics() {
        return topics;
    }

    /** A topic that is created at start. */
    public static class Topic {

        /**
         * Number of partitions.
         */
        private int partitions = 1;

        /**
         * Configs of the topic, by Kafka's names.
         */
        private final Map<String, String> configs = new HashMap<>();

        public int getPartitions() {
            return partitions;
        }

        public void setPartitions(int partitions) {
            this.partitions = partitions;
        }

        public Map<String, String> getConfigs() {
            return configs;
        }
    }
}
