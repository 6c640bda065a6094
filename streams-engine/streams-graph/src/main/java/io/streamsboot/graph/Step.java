package io.streamsboot.graph;

import io.streamsboot.graph.value.Absent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One step of a run, as a {@link Sink} sees it. The same object shows every step: read what you need before the sink returns.
 * Not thread-safe.
 */
public interface Step<R, V> {

    /** The record; null when time brought the step about: a window closed, a timer fired. */
    @Nullable R record();

    /** Time of the step; null in a graph without timestamps. */
    @Nullable Instant timestamp();

    /** Time of the step in nanoseconds since the epoch, without making an object; 0 in a graph without timestamps. */
    long epochNanos();

    /** Whether there is a value. */
    boolean isPresent();

    /** The value; {@link IllegalStateException} where there is none. Makes an object of a number. */
    V value();

    /** The value as a primitive; {@link ClassCastException} where it is not a number. */
    double asDouble();

    /** One value of a {@link GraphBuilder#row}, without making an array; {@link ClassCastException} where it is none. */
    double asDouble(int index);

    /** Why there is no value; null where there is one. */
    @Nullable Absent reason();
}
