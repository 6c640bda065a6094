package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.failure.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** What happens to records that fail. */
public class DeadLetterProperties {

    /**
     * Whether records that fail are set aside as dead letters, instead of failing the topology.
     */
    private @Nullable Boolean enabled;

    /**
     * Number of failures in a row of one node in one task after which the node is taken to be broken and the topology
     * fails; 0 for no limit.
     */
    private @Nullable Integer failuresInARow;

    /**
     * Whether a topology may read the topic that it writes its dead letters to.
     */
    private @Nullable Boolean ownSource;

    /**
     * Number of failures after which a record stays in the dead letters of a topology that reads them.
     */
    private @Nullable Integer maxAttempts;

    /**
     * Number of characters of a stack trace that a dead letter keeps.
     */
    private @Nullable Integer stackTraceLength;

    /**
     * Number of characters of an exception's message that a dead letter keeps.
     */
    private @Nullable Integer messageLength;

    private final Topic topic = new Topic();

    /**
     * Rules that say what is done about a failure; the first that matches decides. Those of one topology come before those
     * of all, and behind them come rules that are always there.
     */
    private List<Rule> rules = new ArrayList<>();

    public @Nullable Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(@Nullable Boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable Integer getFailuresInARow() {
        return failuresInARow;
    }

    public void setFailuresInARow(@Nullable Integer failuresInARow) {
        this.failuresInARow = failuresInARow;
    }

    public @Nullable Boolean getOwnSource() {
        return ownSource;
    }

    public void setOwnSource(@Nullable Boolean ownSource) {
        this.ownSource = ownSource;
    }

    public @Nullable Integer getMaxAttempts() {
        return maxAttempts;
    }

    public void setMaxAttempts(@Nullable Integer maxAttempts) {
        this.maxAttempts = maxAttempts;
    }

    public @Nullable Integer getStackTraceLength() {
        return stackTraceLength;
    }

    public void setStackTraceLength(@Nullable Integer stackTraceLength) {
        this.stackTraceLength = stackTraceLength;
    }

    public @Nullable Integer getMessageLength() {
        return messageLength;
    }

    public void setMessageLength(@Nullable Integer messageLength) {
        this.messageLength = messageLength;
    }

    public Topic getTopic() {
        return topic;
    }

    public List<Rule> getRules() {
        return rules;
    }

    public void setRules(List<Rule> rules) {
        this.rules = rules;
    }

    /** What can be done about a failure. */
    public enum Action {
        /** It is tried again. */
        RETRY,
        /** The record is set aside. */
        DEAD_LETTER,
        /** The record is dropped, counted and logged. */
        SKIP,
        /** The topology fails. */
        FAIL
    }

    /** Where dead letters go, and how that topic is created. */
    public static class Topic {

        /**
         * Name of the topic, in which {application}, {topology} and {source} stand for the application id, the name of the
         * topology and the topic of the record.
         */
        private @Nullable String name;

        /**
         * Whether the topic is created when it does not exist.
         */
        private @Nullable Boolean create;

        /**
         * Number of partitions of a created topic; 0 for as many as the largest source has, up to 16.
         */
        private @Nullable Integer partitions;

        /**
         * Number of replicas of a created topic; 0 for what the broker does by itself.
         */
        private @Nullable Short replicationFactor;

        /**
         * Time that a created topic keeps dead letters, from their failure on.
         */
        private @Nullable Duration retention;

        /**
         * Size of the largest dead letter that a created topic takes; 0 for twice of what the largest source or sink takes.
         */
        private @Nullable DataSize maxMessageSize;

        public @Nullable String getName() {
            return name;
        }

        public void setName(@Nullable String name) {
            this.name = name;
        }

        public @Nullable Boolean getCreate() {
            return create;
        }

        public void setCreate(@Nullable Boolean create) {
            this.create = create;
        }

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

        public @Nullable Duration getRetention() {
            return retention;
        }

        public void setRetention(@Nullable Duration retention) {
            this.retention = retention;
        }

        public @Nullable DataSize getMaxMessageSize() {
            return maxMessageSize;
        }

        public void setMaxMessageSize(@Nullable DataSize maxMessageSize) {
            this.maxMessageSize = maxMessageSize;
        }
    }

    /** Which failures are meant, and what is done about them. What is not set matches everything. */
    public static class Rule {

        /**
         * Names of exception types, of which one must be in the chain of causes, with or without the package; subtypes match
         * too.
         */
        private List<String> exceptions = new ArrayList<>();

        /**
         * Texts, of which one must be in the message of an exception in the chain of causes.
         */
        private List<String> messages = new ArrayList<>();

        /**
         * Stages in which the record failed.
         */
        private List<Stage> stages = new ArrayList<>();

        /**
         * Names of topologies, in which * stands for any characters.
         */
        private List<String> topologies = new ArrayList<>();

        /**
         * Names of nodes, in which * stands for any characters.
         */
        private List<String> nodes = new ArrayList<>();

        /**
         * Names of topics, in which * stands for any characters: the source of the record, or for the stage 'produce' its
         * target.
         */
        private List<String> topics = new ArrayList<>();

        /**
         * What is done about the failure.
         */
        private @Nullable Action action;

        /**
         * Number of tries after the first, for the action 'retry'.
         */
        private @Nullable Integer attempts;

        /**
         * What is done when all tries have failed, for the action 'retry'.
         */
        private @Nullable Action then;

        private final BackoffProperties backoff = new BackoffProperties();

        public List<String> getExceptions() {
            return exceptions;
        }

        public void setExceptions(List<String> exceptions) {
            this.exceptions = exceptions;
        }

        public List<String> getMessages() {
            return messages;
        }

        public void setMessages(List<String> messages) {
            this.messages = messages;
        }

        public List<Stage> getStages() {
            return stages;
        }

        public void setStages(List<Stage> stages) {
            this.stages = stages;
        }

        public List<String> getTopologies() {
            return topologies;
        }

        public void setTopologies(List<String> topologies) {
            this.topologies = topologies;
        }

        public List<String> getNodes() {
            return nodes;
        }

        public void setNodes(List<String> nodes) {
            this.nodes = nodes;
        }

        public List<String> getTopics() {
            return topics;
        }

        public void setTopics(List<String> topics) {
            this.topics = topics;
        }

        public @Nullable Action getAction() {
            return action;
        }

        public void setAction(@Nullable Action action) {
            this.action = action;
        }

        public @Nullable Integer getAttempts() {
            return attempts;
        }

        public void setAttempts(@Nullable Integer attempts) {
            this.attempts = attempts;
        }

        public @Nullable Action getThen() {
            return then;
        }

        public void setThen(@Nullable Action then) {
            this.then = then;
        }

        public BackoffProperties getBackoff() {
            return backoff;
        }
    }
}
