package io.streamsboot.topology.deadletter.internal;

/** What is done about a failure now. */
enum Ruling {
    /** Set the record aside. */
    DEAD_LETTER,
    /** Drop it. */
    SKIP,
    /** Fail the task. */
    FAIL
}
