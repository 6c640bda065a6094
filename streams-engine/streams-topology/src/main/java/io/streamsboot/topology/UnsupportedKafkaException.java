package io.streamsboot.topology;

import org.jspecify.annotations.Nullable;

/** The Kafka library or the Kafka cluster lacks what a topology needs: it must be upgraded or configured. */
public final class UnsupportedKafkaException extends StreamsTopologyException {

    private static final long serialVersionUID = 1L;

    /**
     * A new error.
     *
     * @param description what is wrong, naming the thing and its value
     * @param action the way out
     * @param cause what led to it, if anything
     */
    public UnsupportedKafkaException(String description, String action, @Nullable Throwable cause) {
        super(description, action, cause);
    }
}
