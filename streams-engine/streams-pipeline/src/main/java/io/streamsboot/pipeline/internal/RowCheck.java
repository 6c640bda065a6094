package io.streamsboot.pipeline.internal;

/** Looks at rows before they leave, as long as a record that is bad can still be handled as one. */
@FunctionalInterface
interface RowCheck {

    /** Lets every row pass. */
    RowCheck NONE = row -> {};

    /**
     * Looks at a row.
     *
     * @throws RuntimeException a RowException or EvaluationException if it is bad
     */
    void check(byte[] row);
}
