package io.streamsboot.topology.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What happens when topics that a topology names do not exist.
 *
 * @param policy whether they are waited for, created or refused
 * @param deadline how long to wait before it counts as a failure
 * @param defaults how a topic is created that has no entry of its own
 * @param topics how named topics are created
 */
public record MissingTopics(Policy policy, Duration deadline, NewTopicSpec defaults, Map<String, NewTopicSpec> topics) {

    /** Waits for five minutes. */
    public static final MissingTopics DEFAULT =
            new MissingTopics(Policy.WAIT, Duration.ofMinutes(5), NewTopicSpec.BROKER_DEFAULTS, Map.of());

    public MissingTopics {
        Objects.requireNonNull(policy, "policy");
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("missing topics: the deadline must be positive, but is " + deadline);
        }
        topics = Map.copyOf(topics);
    }

    /** The three ways. */
    public enum Policy {
        /** Starts once they exist. */
        WAIT,
        /** Creates topics that it reads or writes by name. */
        CREATE,
        /** Refuses to start. */
        FAIL
    }

    /**
     * How a topic is created.
     *
     * @param partitions number of partitions, or null for the broker's default
     * @param replicationFactor number of replicas, or null for the broker's default
     * @param configs topic configs, by Kafka's names
     */
    public record NewTopicSpec(
            @Nullable Integer partitions, @Nullable Short replicationFactor, Map<String, String> configs) {

        /** Whatever the broker says. */
        public static final NewTopicSpec BROKER_DEFAULTS = new NewTopicSpec(null, null, Map.of());

        public NewTopicSpec {
            if (partitions != null && partitions < 1) {
                throw new IllegalArgumentException("a topic needs at least one partition, but got " + partitions);
            }
            if (replicationFactor != null && replicationFactor < 1) {
                throw new IllegalArgumentException("a topic needs at least one replica, but got " + replicationFactor);
            }
            configs = Map.copyOf(configs);
        }

        /**
         * These settings where they say something, others where they do not.
         *
         * @param wider the other settings
         * @return new settings
         */
        public NewTopicSpec over(NewTopicSpec wider) {
            Map<String, String> merged = new HashMap<>(wider.configs());
            merged.putAll(configs);
            return new NewTopicSpec(
                    partitions == null ? wider.partitions() : partitions,
                    replicationFactor == null ? wider.replicationFactor() : replicationFactor,
                    merged);
        }
    }

    /**
     * How a topic is created: its own settings, and the defaults where it has none.
     *
     * @param topic name of the topic
     * @return the settings
     */
    public NewTopicSpec specOf(String topic) {
        return topics.getOrDefault(topic, NewTopicSpec.BROKER_DEFAULTS).over(defaults);
    }
}
