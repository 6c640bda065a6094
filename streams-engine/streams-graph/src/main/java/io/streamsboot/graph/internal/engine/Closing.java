package io.streamsboot.graph.internal.engine;

/**
 * When a window closes that says something only then.
 *
 * @param session whether values keep it open, for the size after each; otherwise it is one of equal pieces of time, counted
 *     from the epoch
 * @param size nanoseconds
 */
record Closing(boolean session, long size) {

    /** The end of the window that a value at {@code now} belongs to, which the end itself is not part of. */
    long endFor(long now) {
        return session ? now + size : Math.floorDiv(now, size) * size + size;
    }
}
