package io.streamsboot.pipeline;

import java.util.concurrent.atomic.LongAdder;

/** What a stage has done in this JVM, from the start; a record that is processed again counts again. Thread-safe. */
public final class StageCounters {

    private final LongAdder consumed = new LongAdder();
    private final LongAdder emitted = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder rescued = new LongAdder();
    private final LongAdder late = new LongAdder();

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
