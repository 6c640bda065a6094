package io.streamsboot.core.deadletter;

/**
 * How much of an exception a dead letter keeps.
 *
 * @param stackTrace most characters of the stack trace
 * @param message most characters of the message
 */
public record EnvelopeLimits(int stackTrace, int message) {

    /** 8,192 characters of stack trace, 2,048 of message. */
    public static final EnvelopeLimits DEFAULT = new EnvelopeLimits(8_192, 2_048);

    public EnvelopeLimits {
        if (stackTrace < 1 || message < 1) {
            throw new IllegalArgumentException("dead letters: the limits of stack trace and message must be positive,"
                    + " but are " + stackTrace + " and " + message);
        }
    }
}
