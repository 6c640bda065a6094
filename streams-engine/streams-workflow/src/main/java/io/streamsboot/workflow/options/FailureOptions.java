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
 * @param schemaRegistryTimeout how long a codec that {@linkplain io.streamsboot.core.codec.RecordCodec#mayWait() may wait} may
 *     take for one value before the record counts as held; 1 ms to 300,000 ms
 */
public record FailureOptions(
        OnError onError,
        @Nullable String dlqTopic,
        int maxRetries,
        Backoff backoff,
        OnReplayMismatch onReplayMismatch,
        Duration schemaRegistryTimeout) {

    private static final Duration MAX_REGISTRY_TIMEOUT = Duration.ofMillis(300_000);

    /** Two retries, then a dead letter; five seconds for a registry. */
    public static final FailureOptions DEFAULT = new FailureOptions(
            OnError.DLQ,
            null,
            2,
            new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(10), 0.2),
            OnReplayMismatch.DLQ,
            Duration.ofSeconds(5));

    public FailureOptions {
        if (maxRetries < 0) {
            throw new IllegalArgumentException("maxRetries must not be negative, but is " + maxRetries);
        }
        if (schemaRegistryTimeout.toMillis() < 1 || schemaRegistryTimeout.compareTo(MAX_REGISTRY_TIMEOUT) > 0) {
            throw new IllegalArgumentException("schemaRegistryTimeout must be 1 ms to 300000 ms, but is "
                    + schemaRegistryTimeout.toMillis() + " ms");
        }
    }

    public FailureOptions withOnError(OnError value) {
        return new FailureOptions(value, dlqTopic, maxRetries, backoff, onReplayMismatch, schemaRegistryTimeout);
    }

    public FailureOptions withDlqTopic(@Nullable String value) {
        return new FailureOptions(onError, value, maxRetries, backoff, onReplayMismatch, schemaRegistryTimeout);
    }

    public FailureOptions withMaxRetries(int value) {
        return new FailureOptions(onError, dlqTopic, value, backoff, onReplayMismatch, schemaRegistryTimeout);
    }

    public FailureOptions withBackoff(Backoff value) {
        return new FailureOptions(onError, dlqTopic, maxRetries, value, onReplayMismatch, schemaRegistryTimeout);
    }

    public FailureOptions withOnReplayMismatch(OnReplayMismatch value) {
        return new FailureOptions(onError, dlqTopic, maxRetries, backoff, value, schemaRegistryTimeout);
    }

    public FailureOptions withSchemaRegistryTimeout(Duration value) {
        return new FailureOptions(onError, dlqTopic, maxRetries, backoff, onReplayMismatch, value);
    }
}
