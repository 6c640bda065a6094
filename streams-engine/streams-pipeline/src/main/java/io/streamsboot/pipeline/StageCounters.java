package io.streamsboot.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What a stage has done in this JVM, from the start, and how far its tasks are; a record that is processed again counts again.
 * Thread-safe.
 */
public final class StageCounters {

    private final LongAdder consumed = new LongAdder();
    private final LongAdder emitted = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder rescued = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final Map<Integer, Long> watermarks = new ConcurrentHashMap<>();

    /** Counts a record that came. */
    public void consume() {
        consumed.increment();
    }

    /**
     * Counts rows that went out.
     *
     * @param rows how many
     */
    public void emit(int rows) {
        emitted.add(rows);
    }

    /** Counts a bad record that was dropped. */
    public void drop() {
        dropped.increment();
    }

    /** Counts a bad record that a rescued row has taken the place of. */
    public void rescue() {
        rescued.increment();
    }

    /** Counts a row that came too late for a step with state. */
    public void late() {
        late.increment();
    }

    /**
     * Takes note of how far a task of a step with state is.
     *
     * @param partition partition of the task
     * @param watermark its watermark; {@link Long#MIN_VALUE} while it has none
     */
    public void advance(int partition, long watermark) {
        watermarks.put(partition, watermark);
    }

    /**
     * Forgets a task that is no longer here.
     *
     * @param partition partition of the task
     */
    public void leave(int partition) {
        watermarks.remove(partition);
    }

    /**
     * How far the step with state is: what ends at or before this is closed.
     *
     * @return the least watermark of its tasks in this JVM, milliseconds since 1970; null without such tasks, and while one of
     *     them has no watermark yet
     */
    public @Nullable Long watermark() {
        return watermarks.values().stream()
                .min(Long::compare)
                .filter(least -> least != Long.MIN_VALUE)
                .orElse(null);
    }

    /**
     * Records that came.
     *
     * @return not negative
     */
    public long consumed() {
        return consumed.sum();
    }

    /**
     * Rows that went out.
     *
     * @return not negative
     */
    public long emitted() {
        return emitted.sum();
    }

    /**
     * Bad records that were dropped; what a filter holds back is not counted.
     *
     * @return not negative
     */
    public long dropped() {
        return dropped.sum();
    }

    /**
     * Bad records that became rescued rows.
     *
     * @return not negative
     */
    public long rescued() {
        return rescued.sum();
    }

    /**
     * Rows that came too late for a step with state.
     *
     * @return not negative
     */
    public long lateRows() {
        return late.sum();
    }
}
