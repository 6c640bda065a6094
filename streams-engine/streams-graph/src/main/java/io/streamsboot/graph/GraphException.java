package io.streamsboot.graph;

import org.jspecify.annotations.Nullable;

/** What all errors of this module have in common. */
public class GraphException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With a message that names the thing, the value and the way out. */
    public GraphException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
