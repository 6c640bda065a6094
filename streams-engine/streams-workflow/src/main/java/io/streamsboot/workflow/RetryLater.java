package io.streamsboot.workflow;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Thrown by a handler or a step that knows when it is worth to try again. Counts as one of the retries. */
public final class RetryLater extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    public RetryLater(Duration delay) {
        this(delay, null);
    }

    /**
     * Asks for a retry.
     *
     * @param delay how long to wait; not negative
     * @param cause why, if there is an exception
     */
    public RetryLater(Duration delay, @Nullable Throwable cause) {
        super("try again in " + delay, cause);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("a retry cannot be " + delay + " from now");
        }
        this.delay = delay;
    }

    /** How long to wait. */
    public Duration delay() {
        return delay;
    }
}
