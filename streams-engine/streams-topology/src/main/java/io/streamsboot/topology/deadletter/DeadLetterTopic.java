package io.streamsboot.topology.deadletter;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a topology's dead letters go, and how that topic is created if it does not exist. An existing topic is used as
 * it is.
 *
 * @param name name of the topic; {@code {application}}, {@code {topology}} and {@code {source}} stand for the
 *     application id, the topology's name and the topic of the record
 * @param create whether it is created when it is missing
 * @param partitions number of partitions, or 0 for as many as the largest source topic has, at most 16
 * @param replicationFactor number of replicas, or 0 for the broker's default
 * @param retention how long dead letters are kept, measured from their failure
 * @param maxMessageBytes largest dead letter in bytes, or 0 for twice of what the largest source or sink topic takes,
 *     at least 4 MiB
 */
public record DeadLetterTopic(
        String name, boolean create, int partitions, short replicationFactor, Duration retention, int maxMessageBytes) {

    /** Least value of {@code maxMessageBytes} apart from 0; in less the envelope does not fit. */
    public static final int LEAST_MESSAGE_BYTES = 16_384;

    /** What is not part of a topic's name is replaced, when a name is made of others. */
    private static final String ILLEGAL = "[^a-zA-Z0-9._-]";

    private static final Pattern NAME = Pattern.compile("(?:[a-zA-Z0-9._-]|\\{application}|\\{topology}|\\{source})+");
    private static final int LONGEST_NAME = 249;

    /** One topic per application id, kept for thirty days. */
    public static final DeadLetterTopic DEFAULT =
            new DeadLetterTopic("{application}.dead-letters", true, 0, (short) 0, Duration.ofDays(30), 0);

    public DeadLetterTopic {
        if (name.isBlank()) {
            throw new IllegalArgumentException("dead letters: the topic needs a name");
        }
        if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("dead letters: a topic cannot be named '" + name + "'; a name has up to "
                    + LONGEST_NAME
                    + " letters, digits, '.', '_' and '-', and may have {application}, {topology} and {source} in it");
        }
        if (partitions < 0 || replicationFactor < 0 || maxMessageBytes < 0) {
            throw new IllegalArgumentException(
                    "dead letters: partitions, replication factor and largest message must not be negative, but are "
                            + partitions + ", " + replicationFactor + " and " + maxMessageBytes);
        }
        if (maxMessageBytes > 0 && maxMessageBytes < LEAST_MESSAGE_BYTES) {
            throw new IllegalArgumentException("dead letters: the largest message must be " + LEAST_MESSAGE_BYTES
                    + " bytes or more, or its envelope does not fit, but is " + maxMessageBytes);
        }
        if (retention.isNegative() || retention.isZero()) {
            throw new IllegalArgumentException("dead letters: retention must be positive, but is " + retention);
        }
    }

    /**
     * These settings with another name.
     *
     * @param name the name
     * @return new settings
     */
    public DeadLetterTopic named(String name) {
        return new DeadLetterTopic(name, create, partitions, replicationFactor, retention, maxMessageBytes);
    }

    /** Whether every source topic has dead letters of its own. */
    public boolean isPerSource() {
        return name.contains("{source}");
    }

    /**
     * The name for one source.
     *
     * @param application application id
     * @param topology name of the topology
     * @param source topic of the record; null if it has none, as what a timer makes
     * @return the name of the topic
     */
    public String resolve(String application, String topology, @Nullable String source) {
        return name.replace("{application}", application)
                .replace("{topology}", topology.replaceAll(ILLEGAL, "-"))
                .replace("{source}", source == null ? topology.replaceAll(ILLEGAL, "-") : source);
    }
}
