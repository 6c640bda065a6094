package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.ActionableException;

/** Beans or properties of an application cannot become managed topologies: the program or its configuration must change. */
public final class StreamsConfigurationException extends ActionableException {

    private static final long serialVersionUID = 1L;

    /**
     * A new error.
     *
     * @param description what is wrong, naming the bean or property and its value
     * @param action the way out
     */
    public StreamsConfigurationException(String description, String action) {
        super(description, action, null);
    }
}
