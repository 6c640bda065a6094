package io.streamsboot.graph.internal;

import io.streamsboot.graph.internal.engine.GraphState;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** State of one key: of its graph, and the records that are held back. Callers may add what else they know of a key. */
public class Lane<R> extends GraphState {

    @Nullable PriorityQueue<Held<R>> held;

    long newest = Long.MIN_VALUE;
    long arrivals;

    /** The state of a key that has not come yet; {@code feeder} alone gives it records. */
    protected Lane(Feeder<R, ?> feeder) {
        super(feeder.machine());
    }

    /** Whether nothing has been taken in yet. */
    public final boolean untouched() {
        return time() == Long.MIN_VALUE && arrivals == 0;
    }

    /** How many records are held back. */
    public final int heldBack() {
        return held == null ? 0 : held.size();
    }

    /** A record that waits for older ones. */
    record Held<R>(long time, long arrival, R record) implements Comparable<Held<R>> {

        @Override
        public int compareTo(Held<R> other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(arrival, other.arrival);
        }
    }
}
