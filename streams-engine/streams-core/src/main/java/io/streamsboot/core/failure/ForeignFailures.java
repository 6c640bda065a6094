package io.streamsboot.core.failure;

import java.util.List;
import java.util.Set;

/**
 * Exceptions that reach the code of a record but are about something else: a record that was sent before and failed, a
 * producer that was fenced, a task that moved away. Kafka hands them to whichever record comes next. They must never be
 * classified as that record's failure.
 */
public final class ForeignFailures {

    private static final Set<String> TYPES = Set.of(
            "org.apache.kafka.common.errors.ProducerFencedException",
            "org.apache.kafka.common.errors.InvalidProducerEpochException",
            "org.apache.kafka.common.errors.InvalidPidMappingException",
            "org.apache.kafka.common.errors.OutOfOrderSequenceException",
            "org.apache.kafka.common.errors.TransactionAbortedException",
            "org.apache.kafka.common.errors.TransactionAbortableException",
            "org.apache.kafka.common.errors.FencedInstanceIdException",
            "org.apache.kafka.common.errors.RebalanceInProgressException",
            "org.apache.kafka.clients.consumer.CommitFailedException",
            "org.apache.kafka.streams.errors.TaskMigratedException",
            "org.apache.kafka.streams.errors.TaskCorruptedException",
            "org.apache.kafka.streams.errors.MissingSourceTopicException");

    /** Beginnings of messages with which Kafka reports the failed send of an earlier record. */
    private static final List<String> MESSAGES = List.of(
            "Error encountered sending record to topic",
            "Error encountered trying to send record to topic",
            "Cannot execute transactional method because we are in an error state",
            "Producer is in an error state",
            "Producer closed while send in progress",
            "Cannot perform operation after producer has been closed");

    private ForeignFailures() {}

    /**
     * Whether an exception is about something else than the record at hand.
     *
     * @param failure the exception
     * @return whether it or one of its causes is
     */
    public static boolean test(Throwable failure) {
        for (Throwable cause : CauseChain.of(failure)) {
            if (CauseChain.isA(cause, TYPES)) {
                return true;
            }
            String message = CauseChain.message(cause);
            if (message != null && MESSAGES.stream().anyMatch(message::startsWith)) {
                return true;
            }
        }
        return false;
    }
}
