package io.streamsboot.graph;

import org.jspecify.annotations.Nullable;

/**
 * A function that the user gave threw; the cause is its exception. What else failed in the same call is suppressed below it.
 *
 * <p>Thrown on a record, the state is as if that record had not come, and the run goes on with the next. Thrown when a timer
 * fired, the record that moved time has been taken in; what the closing window or the timer would have said is lost.
 */
public final class UserCodeException extends GraphException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Object record;

    /** For the node {@code node}; {@code record} is null when time and not a record made it run. */
    public UserCodeException(String node, @Nullable Object record, RuntimeException cause) {
        super(
                record == null
                        ? node + " failed when a timer fired: " + cause + "; its value is lost, the state stands"
                        : node + " failed on a record: " + cause + "; the state is as if the record had not come",
                cause);
        this.record = record;
    }

    /** The record that made the function fail; null when a timer did. */
    public @Nullable Object record() {
        return record;
    }
}
