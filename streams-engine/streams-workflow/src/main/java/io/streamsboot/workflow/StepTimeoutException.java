package io.streamsboot.workflow;

import java.time.Duration;

/** A step did not end in its time. It was interrupted, and what it may still return is thrown away. */
public final class StepTimeoutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StepTimeoutException(String step, Duration timeout) {
        super("step " + step + " did not end within " + timeout.toMillis() + " ms");
    }
}
