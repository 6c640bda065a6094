package io.streamsboot.devbroker;

import org.jspecify.annotations.Nullable;

/** A dev broker that could not do what was asked; the message names the directory or port and the way out. */
public class DevBrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DevBrokerException(String message) {
        super(message);
    }

    public DevBrokerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
