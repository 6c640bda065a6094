package io.streamsboot.graph.value;

import java.time.Duration;

/**
 * A pulse, judged by how long it lasted.
 *
 * @param verdict whether the width lies within the bounds
 * @param width time from its first value at or above the threshold to the value that ended it; for a pulse that is too
 *     long, the time until that was certain
 */
public record Pulse(Verdict verdict, Duration width) {

    /** How the width compares with the bounds. */
    public enum Verdict {
        /** Shorter than the lower bound. */
        TOO_SHORT,
        /** At least the lower bound and shorter than the upper. */
        VALID,
        /** At least the upper bound; said as soon as the bound is reached. */
        TOO_LONG
    }
}
