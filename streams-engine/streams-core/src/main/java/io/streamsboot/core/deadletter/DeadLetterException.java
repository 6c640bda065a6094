package io.streamsboot.core.deadletter;

import io.streamsboot.core.ActionableException;
import org.jspecify.annotations.Nullable;

/** Something could not be done with dead letters. Says what is wrong and what to do about it. */
public final class DeadLetterException extends ActionableException {

    private static final long serialVersionUID = 1L;

    /**
     * A new error.
     *
     * @param description what is wrong
     * @param action the way out
     * @param cause what led to it, if anything
     */
    public DeadLetterException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
