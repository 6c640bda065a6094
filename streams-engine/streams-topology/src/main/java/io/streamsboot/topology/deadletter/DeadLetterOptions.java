package io.streamsboot.topology.deadletter;

import io.streamsboot.core.deadletter.EnvelopeLimits;
import io.streamsboot.core.failure.FailureClassifier;
import java.util.Objects;

/**
 * What a topology does with records that fail.
 *
 * @param enabled whether Kafka Streams gets our handlers; without them every failure fails the topology
 * @param classifier decides what is done about a failure
 * @param topic where dead letters go
 * @param limits how much of an exception they keep
 * @param failuresInARow failures of user code without a success between them, in one node and task, after which the node
 *     is taken to be broken and the topology fails; 0 for no limit
 * @param ownSource whether a topic of dead letters may be a source of the topology that fills it
 * @param maxAttempts for such a topology, after how many failures a record stays in that topic for good
 */
public record DeadLetterOptions(
        boolean enabled,
        FailureClassifier classifier,
        DeadLetterTopic topic,
        EnvelopeLimits limits,
        int failuresInARow,
        boolean ownSource,
        int maxAttempts) {

    /** The default classifier, one topic per application id, 25 failures in a row. */
    public static final DeadLetterOptions DEFAULT = new DeadLetterOptions(
            true, FailureClassifier.DEFAULT, DeadLetterTopic.DEFAULT, EnvelopeLimits.DEFAULT, 25, false, 10);

    /** No dead letters: Kafka's own handlers fail the topology. */
    public static final DeadLetterOptions OFF = new DeadLetterOptions(
            false, FailureClassifier.DEFAULT, DeadLetterTopic.DEFAULT, EnvelopeLimits.DEFAULT, 0, false, 10);

    public DeadLetterOptions {
        Objects.requireNonNull(classifier, "classifier");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(limits, "limits");
        if (failuresInARow < 0) {
            throw new IllegalArgumentException(
                    "dead letters: failures in a row must not be negative, but is " + failuresInARow);
        }
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("dead letters: attempts must be at least 1, but is " + maxAttempts);
        }
    }

    /**
     * These options with another classifier.
     *
     * @param classifier the classifier
     * @return new options
     */
    public DeadLetterOptions withClassifier(FailureClassifier classifier) {
        return new DeadLetterOptions(enabled, classifier, topic, limits, failuresInARow, ownSource, maxAttempts);
    }

    /**
     * These options with another topic.
     *
     * @param topic the topic
     * @return new options
     */
    public DeadLetterOptions withTopic(DeadLetterTopic topic) {
        return new DeadLetterOptions(enabled, classifier, topic, limits, failuresInARow, ownSource, maxAttempts);
    }

    /**
     * These options with another limit of failures in a row.
     *
     * @param failuresInARow the limit, or 0 for none
     * @return new options
     */
    public DeadLetterOptions withFailuresInARow(int failuresInARow) {
        return new DeadLetterOptions(enabled, classifier, topic, limits, failuresInARow, ownSource, maxAttempts);
    }

    /**
     * These options for a topology that may read its own dead letters.
     *
     * @param maxAttempts after how many failures a record stays in the topic for good
     * @return new options
     */
    public DeadLetterOptions readingItsOwn(int maxAttempts) {
        return new DeadLetterOptions(enabled, classifier, topic, limits, failuresInARow, true, maxAttempts);
    }
}
