package io.streamsboot.graph;

import io.streamsboot.graph.internal.Times;
import java.time.Duration;
import java.util.Locale;

/**
 * Which values an operator looks at.
 *
 * @param kind how the window is bounded
 * @param size number of values, or nanoseconds
 */
public record Window(Kind kind, long size) {

    private static final int MAX_COUNT = 1 << 24;

    /** How a window is bounded. */
    public enum Kind {
        /** The last n values; the operator speaks with every value from the n-th on. */
        COUNT,
        /** The values of (t - size, t]; the operator speaks with every value. */
        TIME,
        /** Equal pieces of time, counted from the epoch, without their ends; the operator speaks when one closes. */
        TUMBLING,
        /** Values that follow each other in less than the gap; the operator speaks when the gap has passed. */
        SESSION
    }

    /** Checks the size. */
    public Window {
        if (size <= 0 || (kind == Kind.COUNT && size > MAX_COUNT)) {
            throw new IllegalArgumentException("a window of kind " + kind + " must be between 1 and "
                    + (kind == Kind.COUNT ? MAX_COUNT + " values" : "146 years") + " large, not " + size);
        }
    }

    /** The last {@code n} values, at most 2^24. */
    public static Window count(int n) {
        return new Window(Kind.COUNT, n);
    }

    /** The values of the last {@code span}, without its beginning. */
    public static Window time(Duration span) {
        return new Window(Kind.TIME, Times.span("a time window", span));
    }

    /** Pieces of time of equal {@code size}. */
    public static Window tumbling(Duration size) {
        return new Window(Kind.TUMBLING, Times.span("a tumbling window", size));
    }

    /** Values with less than {@code gap} between each and the next. */
    public static Window session(Duration gap) {
        return new Window(Kind.SESSION, Times.span("the gap of a session window", gap));
    }

    /** Whether an operator over this window speaks only when it closes. */
    public boolean closes() {
        return kind == Kind.TUMBLING || kind == Kind.SESSION;
    }

    @Override
    public String toString() {
        return kind == Kind.COUNT
                ? Long.toString(size)
                : kind.name().toLowerCase(Locale.ROOT) + " " + Duration.ofNanos(size);
    }
}
