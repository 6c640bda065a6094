package io.streamsboot.core.deadletter;

import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is in a topic of dead letters, as far as it was counted. Immutable.
 *
 * @param topic the topic
 * @param total dead letters
 * @param open those that were neither replayed nor purged
 * @param ages of those that are open
 * @param stages open ones by stage
 * @param exceptions open ones by class name of the last cause
 * @param countedUpTo by partition, the offset before which everything is counted
 */
public record DeadLetterSummary(
        String topic,
        long total,
        long open,
        Ages ages,
        Map<Stage, Long> stages,
        Map<String, Long> exceptions,
        Map<Integer, Long> countedUpTo) {

    public DeadLetterSummary {
        stages = Map.copyOf(stages);
        exceptions = Map.copyOf(exceptions);
        countedUpTo = Map.copyOf(countedUpTo);
    }

    /**
     * Times of failures.
     *
     * @param oldest of the oldest, or null if there is none
     * @param newest of the newest, or null if there is none
     */
    public record Ages(@Nullable Instant oldest, @Nullable Instant newest) {}
}
