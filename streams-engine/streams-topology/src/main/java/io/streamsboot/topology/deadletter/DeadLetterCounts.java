package io.streamsboot.topology.deadletter;

import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a topology did with records that failed since this application started, from memory. Immutable.
 *
 * @param topics topics that its dead letters go to, as far as they are known
 * @param kinds counts by stage and exception
 * @param retries tries in place
 * @param recovered records that succeeded after a try in place
 * @param lastUnwritten what last kept a dead letter from being written, or null
 * @param lastAt when a record last failed, or null
 */
public record DeadLetterCounts(
        List<String> topics,
        List<Kind> kinds,
        long retries,
        long recovered,
        @Nullable String lastUnwritten,
        @Nullable Instant lastAt) {

    /** Nothing failed. */
    public static final DeadLetterCounts NONE = new DeadLetterCounts(List.of(), List.of(), 0, 0, null, null);

    public DeadLetterCounts {
        topics = List.copyOf(topics);
        kinds = List.copyOf(kinds);
    }

    /**
     * Failures of one kind. With exactly-once, what was counted before an abort is counted again when it is repeated.
     *
     * @param stage where records failed
     * @param exception class name of the last cause
     * @param deadLetters records that were set aside
     * @param skipped records that were dropped
     * @param failed failures that failed the task
     */
    public record Kind(Stage stage, String exception, long deadLetters, long skipped, long failed) {}
}
