package io.streamsboot.core;

import org.jspecify.annotations.Nullable;

/** An exception whose message is what is wrong, followed by the way out. */
public abstract class ActionableException extends RuntimeException implements Actionable {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    /**
     * A new error.
     *
     * @param description what is wrong, naming the thing and its value
     * @param action the way out
     * @param cause what led to it, if anything
     */
    protected ActionableException(String description, String action, @Nullable Throwable cause) {
        super(description + " " + action, cause);
        this.description = description;
        this.action = action;
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final String action() {
        return action;
    }
}
