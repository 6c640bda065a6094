package io.streamsboot.core.failure;

/**
 * A record that cannot be handled and must not be set aside or skipped: the {@linkplain DefaultRules defaults} let the task
 * fail, and do not go past the record.
 */
public final class UnskippableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * A record that must not be skipped.
     *
     * @param message what is wrong with it
     * @param cause what led to it
     */
    public UnskippableException(String message, Throwable cause) {
        super(message, cause);
    }
}
