package io.streamsboot.workflow.run.internal;

/** Is told where a run is, so that tests can end it there. What it throws is thrown there. */
@FunctionalInterface
public interface Probe {

    /** Does nothing. */
    Probe NONE = (point, detail) -> {};

    /** Where a run is. */
    enum Point {
        POLLED,
        DECODED,
        STEP_DONE,
        STEP_JOURNALED,
        HANDLED,
        COMPLETED,
        PRODUCED,
        OFFSETS_SENT,
        COMMITTED
    }

    /**
     * A point is reached.
     *
     * @param point where
     * @param detail name of a step, id of a run, or the like
     */
    void at(Point point, String detail);
}
