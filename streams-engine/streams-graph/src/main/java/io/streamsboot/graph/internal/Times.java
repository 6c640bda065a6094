package io.streamsboot.graph.internal;

import java.time.Duration;
import java.time.Instant;

/** Times as nanoseconds since the epoch. All lie within 146 years of it, so that no window around them overflows. */
public final class Times {

    private static final long LIMIT = 1L << 62;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final long MILLIS_LIMIT = LIMIT / NANOS_PER_MILLI;

    private Times() {}

    /** Nanoseconds of an instant. */
    public static long nanos(Instant instant) {
        long seconds = instant.getEpochSecond();
        if (Math.abs(seconds) >= LIMIT / NANOS_PER_SECOND) {
            throw outOfRange(instant.toString());
        }
        return seconds * NANOS_PER_SECOND + instant.getNano();
    }

    /** Nanoseconds of milliseconds. */
    public static long nanosOfMillis(long millis) {
        if (millis > MILLIS_LIMIT || millis < -MILLIS_LIMIT) {
            throw outOfRange(millis + " ms");
        }
        return millis * NANOS_PER_MILLI;
    }

    /** The instant of nanoseconds. */
    public static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }

    /** Nanoseconds of a positive duration, which errors call {@code what}. */
    public static long span(String what, Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.getSeconds() >= LIMIT / NANOS_PER_SECOND) {
            throw new IllegalArgumentException(what + " must be positive and shorter than 146 years, not " + duration);
        }
        return duration.toNanos();
    }

    private static IllegalArgumentException outOfRange(String value) {
        return new IllegalArgumentException(
                "the time " + value + " is more than 146 years away from 1970; give the times of events");
    }
}
