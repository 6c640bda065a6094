package io.streamsboot.workflow.options;

/** What becomes of a run that has failed for good. */
public enum OnError {
    /** Its record is set aside. */
    DLQ,
    /** The workflow stops; the record's offset stays uncommitted. */
    FAIL,
    /** The record is dropped and counted. */
    SKIP
}
