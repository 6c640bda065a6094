package io.streamsboot.boot.autoconfigure;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a topic is created. */
public class NewTopicProperties {

    /**
     * Number of partitions of created topics.
     */
    private @Nullable Integer partitions;

    /**
     * Number of replicas of created topics.
     */
    private @Nullable Short replicationFactor;

    /**
     * Configs of created topics, by Kafka's names.
     */
    private final Map<String, String> configs = new HashMap<>();

    public @Nullable Integer getPartitions() {
        return partitions;
    }

    public void setPartitions(@Nullable Integer partitions) {
        this.partitions = partitions;
    }

    public @Nullable Short getReplicationFactor() {
        return replicationFactor;
    }

    public void setReplicationFactor(@Nullable Short replicationFactor) {
        this.replicationFactor = replicationFactor;
    }

    public Map<String, String> getConfigs() {
        return configs;
    }
}
