package io.streamsboot.topology.runtime;

import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.runtime.internal.KafkaConfigs;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.streams.StreamsConfig;

/**
 * How one topology runs. Immutable; secrets are masked in {@link #toString()}.
 *
 * @param config the complete configuration of Kafka Streams, by Kafka's names, application id and servers included;
 *     without a processing handler in it, global stores get the one that all others have
 * @param groupConfig configs that are set on the group at the broker before each start (streams group protocol), by
 *     Kafka's names
 * @param autoStartup whether it starts with the application
 * @param missingTopics what happens when topics do not exist
 * @param restart what happens when it fails
 * @param close how it is closed
 * @param deadLetters what happens to records that fail
 */
public record TopologyOptions(
        Map<String, Object> config,
        Map<String, String> groupConfig,
        boolean autoStartup,
        MissingTopics missingTopics,
        RestartPolicy restart,
        ClosePolicy close,
        DeadLetterOptions deadLetters) {

    /** How long closing may take unless something else is said. */
    public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(30);

    /**
     * Whether closing gives up the group membership unless something else is said. Kafka's own default is to stay, and
     * then a restarted application waits for the session of its former self to expire before it gets partitions.
     */
    public static final boolean DEFAULT_LEAVE_GROUP_ON_CLOSE = true;

    public TopologyOptions {
        config = Map.copyOf(KafkaConfigs.handlingGlobals(config));
        groupConfig = Map.copyOf(groupConfig);
        Objects.requireNonNull(missingTopics, "missingTopics");
        Objects.requireNonNull(restart, "restart");
        Objects.requireNonNull(close, "close");
        Objects.requireNonNull(deadLetters, "deadLetters");
        if (!(config.get(StreamsConfig.APPLICATION_ID_CONFIG) instanceof String id) || id.isBlank()) {
            throw new InvalidTopologyException(
                    "A topology has no application id.", "Set " + StreamsConfig.APPLICATION_ID_CONFIG + ".", null);
        }
    }

    /**
     * Options without dead letters: a record that fails fails the topology.
     *
     * @param config the complete configuration of Kafka Streams, by Kafka's names, application id and servers included
     * @param groupConfig configs that are set on the group at the broker before each start, by Kafka's names
     * @param autoStartup whether it starts with the application
     * @param missingTopics what happens when topics do not exist
     * @param restart what happens when it fails
     * @param closeTimeout how long closing may take
     * @param leaveGroupOnClose whether closing gives up the group membership at once
     */
    public TopologyOptions(
            Map<String, Object> config,
            Map<String, String> groupConfig,
            boolean autoStartup,
            MissingTopics missingTopics,
            RestartPolicy restart,
            Duration closeTimeout,
            boolean leaveGroupOnClose) {
        this(
                config,
                groupConfig,
                autoStartup,
                missingTopics,
                restart,
                new ClosePolicy(closeTimeout, leaveGroupOnClose),
                DeadLetterOptions.OFF);
    }

    /**
     * How a topology is closed.
     *
     * @param timeout how long closing may take
     * @param leaveGroup whether closing gives up the group membership at once, so that others take over, and the next
     *     start joins, without waiting for the session to expire; false keeps the partitions for an instance that is
     *     back soon (classic protocol with static membership)
     */
    public record ClosePolicy(Duration timeout, boolean leaveGroup) {
        public ClosePolicy {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException("the close timeout must be positive, but is " + timeout);
            }
        }
    }

    /**
     * Options with every default.
     *
     * @param config the complete configuration of Kafka Streams, by Kafka's names
     * @return new options
     */
    public static TopologyOptions of(Map<String, Object> config) {
        return new TopologyOptions(
                config,
                Map.of(),
                true,
                MissingTopics.DEFAULT,
                RestartPolicy.DEFAULT,
                DEFAULT_CLOSE_TIMEOUT,
                DEFAULT_LEAVE_GROUP_ON_CLOSE);
    }

    /**
     * These options with another reaction to missing topics.
     *
     * @param missingTopics the reaction
     * @return new options
     */
    public TopologyOptions withMissingTopics(MissingTopics missingTopics) {
        return new TopologyOptions(config, groupConfig, autoStartup, missingTopics, restart, close, deadLetters);
    }

    /**
     * These options with another reaction to failures.
     *
     * @param restart the reaction
     * @return new options
     */
    public TopologyOptions withRestart(RestartPolicy restart) {
        return new TopologyOptions(config, groupConfig, autoStartup, missingTopics, restart, close, deadLetters);
    }

    /**
     * These options with some settings of Kafka Streams replaced.
     *
     * @param overrides settings by Kafka's names
     * @return new options
     */
    public TopologyOptions withConfig(Map<String, Object> overrides) {
        Map<String, Object> merged = new HashMap<>(config);
        merged.putAll(overrides);
        return new TopologyOptions(merged, groupConfig, autoStartup, missingTopics, restart, close, deadLetters);
    }

    /**
     * These options with another treatment of records that fail.
     *
     * @param deadLetters the treatment
     * @return new options
     */
    public TopologyOptions withDeadLetters(DeadLetterOptions deadLetters) {
        return new TopologyOptions(config, groupConfig, autoStartup, missingTopics, restart, close, deadLetters);
    }

    /**
     * How long closing may take.
     *
     * @return the time, positive
     */
    public Duration closeTimeout() {
        return close.timeout();
    }

    /**
     * Whether closing gives up the group membership at once.
     *
     * @return whether it leaves the group
     */
    public boolean leaveGroupOnClose() {
        return close.leaveGroup();
    }

    /**
     * Identity of the topology towards Kafka: group id, prefix of internal topics, name of the state directory.
     *
     * @return the application id, not blank
     */
    public String applicationId() {
        return (String) Objects.requireNonNull(config.get(StreamsConfig.APPLICATION_ID_CONFIG));
    }

    @Override
    public String toString() {
        Map<String, Object> shown = new TreeMap<>(config);
        shown.replaceAll((name, value) -> isSecret(name) ? "******" : value);
        return "TopologyOptions[config=" + shown + ", groupConfig=" + groupConfig + ", autoStartup=" + autoStartup
                + ", missingTopics=" + missingTopics + ", restart=" + restart + ", close=" + close + ", deadLetters="
                + deadLetters + "]";
    }

    private static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("password")
                || lower.contains("secret")
                || lower.contains("jaas")
                || lower.contains("token")
                || lower.contains("keystore.key")
                || lower.contains("credential");
    }
}
