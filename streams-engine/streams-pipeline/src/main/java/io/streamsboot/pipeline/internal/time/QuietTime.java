package io.streamsboot.pipeline.internal.time;

/**
 * How long a task has waited in vain, in looks at the clock. A pause between two looks counts for a tenth of the timeout at
 * most: a task that stood still itself first has to see that there is nothing to read.
 */
final class QuietTime {

    /** So many looks at least it takes. */
    private static final int LOOKS = 10;

    private final long timeoutMs;
    private long lastLook;
    private long quietMs;

    /**
     * Begins now.
     *
     * @param timeoutMs what there is to wait for; 0 for ever
     */
    QuietTime(long timeoutMs, long nowMs) {
        this.timeoutMs = timeoutMs;
        this.lastLook = nowMs;
    }

    /** Begins anew. */
    void restart(long nowMs) {
        lastLook = nowMs;
        quietMs = 0;
    }

    /** Looks at the clock. */
    void look(long nowMs) {
        quietMs += Math.max(0, Math.min(nowMs - lastLook, (timeoutMs + LOOKS - 1) / LOOKS));
        lastLook = nowMs;
    }

    /** Whether the timeout had passed at the last look. */
    boolean isOver() {
        return timeoutMs > 0 && quietMs >= timeoutMs;
    }
}
