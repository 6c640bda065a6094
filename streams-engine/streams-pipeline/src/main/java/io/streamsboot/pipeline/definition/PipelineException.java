package io.streamsboot.pipeline.definition;

import io.streamsboot.core.ActionableException;
import org.jspecify.annotations.Nullable;

/** A definition that cannot be run: nothing has been consumed. */
public final class PipelineException extends ActionableException {

    private static final long serialVersionUID = 1L;

    /**
     * A definition that cannot be run.
     *
     * @param description what is wrong, and where
     * @param action the way out
     * @param cause what led to it, if anything
     */
    public PipelineException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
