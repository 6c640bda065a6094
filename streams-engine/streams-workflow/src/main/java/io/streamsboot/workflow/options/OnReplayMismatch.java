package io.streamsboot.workflow.options;

/** What becomes of a run whose journal does not match its handler. */
public enum OnReplayMismatch {
    /** Its record is set aside. */
    DLQ,
    /** The workflow stops; the record's offset stays uncommitted. */
    FAIL,
    /** The run forgets its steps and begins again, which repeats effects that were recorded. */
    RESTART_RUN
}
