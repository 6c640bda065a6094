package io.streamsboot.workflow;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler or a step when trying again is pointless: the run goes to {@code onError} at once. */
public final class PermanentFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PermanentFailure(String message) {
        this(message, null);
    }

    public PermanentFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
