package io.streamsboot.topology;

import io.streamsboot.core.ActionableException;
import org.jspecify.annotations.Nullable;

/** Root of what this module throws. Says what is wrong and what to do about it. */
public abstract class StreamsTopologyException extends ActionableException {

    private static final long serialVersionUID = 1L;

    /**
     * A new error.
     *
     * @param description what is wrong, naming the thing and its value
     * @param action the way out
     * @param cause what led to it, if anything
     */
    protected StreamsTopologyException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
