package io.streamsboot.topology;

import org.jspecify.annotations.Nullable;

/** A definition or its options can never run as they are: the program or its configuration must change. */
public final class InvalidTopologyException extends StreamsTopologyException {

    private static final long serialVersionUID = 1L;

    /**
     * A new error.
     *
     * @param description what is wrong, naming the thing and its value
     * @param action the way out
     * @param cause what led to it, if anything
     */
    public InvalidTopologyException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
