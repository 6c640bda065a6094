package io.streamsboot.workflow;

import io.streamsboot.core.ActionableException;
import org.jspecify.annotations.Nullable;

/** Root of what this module throws at its users. Says what is wrong and what to do about it. */
public class WorkflowException extends ActionableException {

    private static final long serialVersionUID = 1L;

    /**
     * A new error.
     *
     * @param description what is wrong, naming the thing and its value
     * @param action the way out
     */
    public WorkflowException(String description, String action) {
        this(description, action, null);
    }

    /**
     * A new error.
     *
     * @param description what is wrong, naming the thing and its value
     * @param action the way out
     * @param cause what led to it, if anything
     */
    public WorkflowException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
