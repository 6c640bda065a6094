package io.streamsboot.core.codec;

import org.jspecify.annotations.Nullable;

/**
 * A codec needs something that is not there for now, such as a registry of schemas: nothing is known about the record, so
 * it is held or tried again, and neither set aside nor skipped. Thrown by codecs that know; the failures of networks and
 * brokers, and those of Confluent's registry client, are known without it.
 */
public final class CodecUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Something is not there.
     *
     * @param message what is not there, and for what it is needed
     * @param cause how that was found out, if there is an exception that says so
     */
    public CodecUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
