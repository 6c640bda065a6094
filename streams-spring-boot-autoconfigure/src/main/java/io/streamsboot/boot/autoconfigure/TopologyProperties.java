package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Settings that apply to every topology below {@code streams} and to one topology below
 * {@code streams.topologies.<name>}. What is not set is null: the wider setting, and in the end the default of the
 * engine or of Kafka, applies.
 */
public class TopologyProperties {

    /**
     * Number of stream threads of a topology.
     */
    private @Nullable Integer threads;

    /**
     * Guarantee with which records are processed.
     */
    private @Nullable ProcessingGuarantee processingGuarantee;

    /**
     * Time between two commits. With exactly-once it is also the length of a transaction.
     */
    private @Nullable Duration commitInterval;

    /**
     * Directory in which state stores keep their files.
     */
    private @Nullable String stateDirectory;

    /**
     * Protocol by which the instances of a topology share the work.
     */
    private @Nullable GroupProtocol groupProtocol;

    /**
     * Number of instances, besides the active one, that keep a copy of each state store.
     */
    private @Nullable Integer standbyReplicas;

    /**
     * Time without a sign of life after which an instance loses its partitions.
     */
    private @Nullable Duration sessionTimeout;

    /**
     * Time between two signs of life of an instance.
     */
    private @Nullable Duration heartbeatInterval;

    /**
     * Whether topologies start with the application.
     */
    private @Nullable Boolean autoStartup;

    /**
     * Time that closing a topology may take.
     */
    private @Nullable Duration closeTimeout;

    /**
     * Whether closing gives up the group membership at once, so that others take over without waiting for the
     * session to expire.
     */
    private @Nullable Boolean leaveGroupOnClose;

    /**
     * Whether a topology is refused whose repartition topics, changelogs or stores have generated names.
     */
    private @Nullable Boolean requireExplicitNames;

    @NestedConfigurationProperty
    private final MissingTopicsProperties missingTopics = new MissingTopicsProperties();

    @NestedConfigurationProperty
    private final RestartProperties restart = new RestartProperties();

    @NestedConfigurationProperty
    private final DeadLetterProperties deadLetter = new DeadLetterProperties();

    /**
     * Additional properties of Kafka Streams and its clients, by Kafka's names.
     */
    private final Map<String, String> properties = new HashMap<>();

    public @Nullable Integer getThreads() {
        return threads;
    }

    public void setThreads(@Nullable Integer threads) {
        this.threads = threads;
    }

    public @Nullable ProcessingGuarantee getProcessingGuarantee() {
        return processingGuarantee;
    }

    public void setProcessingGuarantee(@Nullable ProcessingGuarantee processingGuarantee) {
        this.processingGuarantee = processingGuarantee;
    }

    public @Nullable Duration getCommitInterval() {
        return commitInterval;
    }

    public void setCommitInterval(@Nullable Duration commitInterval) {
        this.commitInterval = commitInterval;
    }

    public @Nullable String getStateDirectory() {
        return stateDirectory;
    }

    public void setStateDirectory(@Nullable String stateDirectory) {
        this.stateDirectory = stateDirectory;
    }

    public @Nullable GroupProtocol getGroupProtocol() {
        return groupProtocol;
    }

    public void setGroupProtocol(@Nullable GroupProtocol groupProtocol) {
        this.groupProtocol = groupProtocol;
    }

    public @Nullable Integer getStandbyReplicas() {
        return standbyReplicas;
    }

    public void setStandbyReplicas(@Nullable Integer standbyReplicas) {
        this.standbyReplicas = standbyReplicas;
    }

    public @Nullable Duration getSessionTimeout() {
        return sessionTimeout;
    }

    public void setSessionTimeout(@Nullable Duration sessionTimeout) {
        this.sessionTimeout = sessionTimeout;
    }

    public @Nullable Duration getHeartbeatInterval() {
        return heartbeatInterval;
    }

    public void setHeartbeatInterval(@Nullable Duration heartbeatInterval) {
        this.heartbeatInterval = heartbeatInterval;
    }

    public @Nullable Boolean getAutoStartup() {
        return autoStartup;
    }

    public void setAutoStartup(@Nullable Boolean autoStartup) {
        this.autoStartup = autoStartup;
    }

    public @Nullable Duration getCloseTimeout() {
        return closeTimeout;
    }

    public void setCloseTimeout(@Nullable Duration closeTimeout) {
        this.closeTimeout = closeTimeout;
    }

    public @Nullable Boolean getLeaveGroupOnClose() {
        return leaveGroupOnClose;
    }

    public void setLeaveGroupOnClose(@Nullable Boolean leaveGroupOnClose) {
        this.leaveGroupOnClose = leaveGroupOnClose;
    }

    public @Nullable Boolean getRequireExplicitNames() {
        return requireExplicitNames;
    }

    public void setRequireExplicitNames(@Nullable Boolean requireExplicitNames) {
        this.requireExplicitNames = requireExplicitNames;
    }

    public MissingTopicsProperties getMissingTopics() {
        return missingTopics;
    }

    public DeadLetterProperties getDeadLetter() {
        return deadLetter;
    }

    public RestartProperties getRestart() {
        return restart;
    }

    public Map<String, String> getProperties() {
        return properties;
    }

    /** Guarantees of Kafka Streams. */
    public enum ProcessingGuarantee {
        /** A record is processed at least once; after a failure some are processed again. */
        AT_LEAST_ONCE("at_least_once"),
        /** State, output and progress are committed together: a failure leaves no trace. */
        EXACTLY_ONCE("exactly_once_v2");

        private final String config;

        ProcessingGuarantee(String config) {
            this.config = config;
        }

        String config() {
            return config;
        }
    }

    /** Protocols by which instances share the partitions. */
    public enum GroupProtocol {
        /** The instances elect one that assigns the tasks. */
        CLASSIC("classic"),
        /** The broker assigns the tasks. */
        STREAMS("streams");

        private final String config;

        GroupProtocol(String config) {
            this.config = config;
        }

        String config() {
            return config;
        }
    }
}
