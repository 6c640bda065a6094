package io.streamsboot.workflow;

import io.streamsboot.core.Backoff;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a step is done. Immutable.
 *
 * @param retries tries after the first, before the step fails and with it the attempt of the run; at least 0
 * @param backoff pause before each of them
 * @param timeout how long one try may take; null for no limit
 * @param idempotent whether repeating it does no harm: then the run may go on before the result is durable, but its
 *     output still waits for that
 */
public record StepOptions(
        int retries, Backoff backoff, @Nullable Duration timeout, boolean idempotent) {

    /** No retries, no timeout, not idempotent. */
    public static final StepOptions DEFAULT =
            new StepOptions(0, new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0.2), null, false);

    public StepOptions {
        if (retries < 0) {
            throw new IllegalArgumentException("a step's retries must not be negative, but are " + retries);
        }
        if (timeout != null && (timeout.isZero() || timeout.isNegative())) {
            throw new IllegalArgumentException("a step's timeout must be positive, but is " + timeout);
        }
    }

    public StepOptions withRetries(int count) {
        return new StepOptions(count, backoff, timeout, idempotent);
    }

    public StepOptions withBackoff(Backoff pauses) {
        return new StepOptions(retries, pauses, timeout, idempotent);
    }

    public StepOptions withTimeout(Duration limit) {
        return new StepOptions(retries, backoff, limit, idempotent);
    }

    public StepOptions withIdempotent(boolean harmless) {
        return new StepOptions(retries, backoff, timeout, harmless);
    }
}
