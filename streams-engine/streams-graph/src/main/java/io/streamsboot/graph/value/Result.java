package io.streamsboot.graph.value;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One step of a graph: its value, or the reason why there is none.
 *
 * @param timestamp time of the step; null in a graph without timestamps
 * @param value the value, or null
 * @param reason the reason, or null when there is a value
 */
public record Result<V>(
        @Nullable Instant timestamp,
        @Nullable V value,
        @Nullable Absent reason) {

    /** Exactly one of value and reason is there. */
    public Result {
        if ((value == null) == (reason == null)) {
            throw new IllegalArgumentException(
                    "a result has either a value or a reason, not value " + value + " and reason " + reason);
        }
    }

    /** Whether there is a value. */
    public boolean isPresent() {
        return value != null;
    }

    /** The value; throws {@link IllegalStateException} with the reason where there is none. */
    public V get() {
        if (value == null) {
            throw new IllegalStateException(
                    "no value: " + Objects.requireNonNull(reason) + "; ask isPresent() before get()");
        }
        return value;
    }
}
