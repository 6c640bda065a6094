package io.streamsboot.boot.actuate;

import io.streamsboot.core.ActionableException;

/** A parameter of a request is not what it should be. */
final class InvalidParameterException extends ActionableException {

    private static final long serialVersionUID = 1L;

    InvalidParameterException(String name, Object value, String action) {
        super("'" + name + "' is '" + value + "'.", action, null);
    }
}
