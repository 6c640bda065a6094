package io.streamsboot.graph;

import org.jspecify.annotations.Nullable;

/** Saved state does not fit: it is damaged, or of another graph, or cannot be written. */
public final class StateException extends GraphException {

    private static final long serialVersionUID = 1L;

    /** With a message that names the state and the way out. */
    public StateException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
