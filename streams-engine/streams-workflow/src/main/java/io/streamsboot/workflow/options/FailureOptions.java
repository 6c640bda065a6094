package io.streamsboot.workflow.options;

import io.streamsboot.core.Backoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What happens when a run fails.
 *
 * @param onError what becomes of it after its retries
 * @param dlqTopic topic of the dead letters; null for {@code <from>.dlq}
 * @param maxRetries attempts after the first; at least 0
 * @param backoff pause before each of them
 * @param onReplayMismatch what becomes of a run whose journal does not match
 */
public record FailureOptions(
        OnError onError,
        @Nullable String dlqTopic,
        int maxRetries,
        Backoff backoff,
        OnReplayMismatch onReplayMismatch) {

    /** Two retries, then a dead letter. */
    public static final FailureOptions DEFAULT = new FailureOptions(
            OnError.DLQ,
            null,
            2,
            new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(10), 0.2),
            OnReplayMismatch.DLQ);

    public FailureOptions {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("maxRetries must not be negative, but is " + maxRetries);
        }
    }

    public FailureOptions withOnError(OnError value) {
        return new FailureOptions(value, dlqTopic, maxRetries, backoff, onReplayMismatch);
    }

    public FailureOptions withDlqTopic(@Nullable String value) {
        return new FailureOptions(onError, value, maxRetries, backoff, onReplayMismatch);
    }

    public FailureOptions withMaxRetries(int value) {
        return new FailureOptions(onError, dlqTopic, value, backoff, onReplayMismatch);
    }

    public FailureOptions withBackoff(Backoff value) {
        return new FailureOptions(onError, dlqTopic, maxRetries, value, onReplayMismatch);
    }

    public FailureOptions withOnReplayMismatch(OnReplayMismatch value) {
        return new FailureOptions(onError, dlqTopic, maxRetries, backoff, value);
    }
}
