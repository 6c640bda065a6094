package io.streamsboot.graph.internal.engine;

import java.util.Arrays;

/**
 * What lasts from step to step: one per run, or per key of a keyed run. A class below adds what else a key has, in the same object:
 * with many keys, each object that has to be found on the way to a state is one more wait for memory.
 */
public class GraphState {

    static final long NO_TIMER = Long.MAX_VALUE;
    private static final long[] NO_TIMERS = new long[0];

    /** The operators in the order of stepping, and {@link Op.End} behind them. */
    final Op[] ops;

    final long[] timers;

    /** A lower bound of all timers. */
    long nextTimer = NO_TIMER;

    /** Time of the last step: no step may lie before it. */
    long time = Long.MIN_VALUE;

    /** Before the first record; for this machine alone. */
    protected GraphState(Machine<?, ?> machine) {
        this.ops = machine.operators();
        int count = machine.program().timers();
        if (count == 0) {
            this.timers = NO_TIMERS;
        } else {
            this.timers = new long[count];
            Arrays.fill(this.timers, NO_TIMER);
        }
    }

    /** Time of the last step: no record before it is taken in. */
    public final long time() {
        return time;
    }

    void findNextTimer() {
        long next = NO_TIMER;
        for (long timer : timers) {
            next = Math.min(next, timer);
        }
        nextTimer = next;
    }
}
