package io.streamsboot.boot.autoconfigure.metrics;

/** Meters about records that failed. */
enum DeadLetterMeter {
    /** Counts records that were set aside, by topology, stage and exception (class name of the last cause). */
    DEAD_LETTERS("streams.dead.letters"),
    /** Counts records that were dropped, by topology, stage and exception. */
    SKIPPED("streams.dead.letters.skipped"),
    /** Counts failures that failed their topology, by topology, stage and exception. */
    FAILED("streams.dead.letters.failed"),
    /** Dead letters that were neither replayed nor purged, by topic; not a number until they were counted. */
    OPEN("streams.dead.letters.open"),
    /** Time since the oldest of these failed, by topic; 0 if there is none. */
    OLDEST_AGE("streams.dead.letters.oldest.age"),
    /** Counts what requests did, by topic, action (replay, purge) and result (done, duplicate, failed). */
    REQUESTED("streams.dead.letters.requested");

    static final String STAGE = "stage";
    static final String EXCEPTION = "exception";
    static final String TOPIC = "topic";
    static final String ACTION = "action";
    static final String RESULT = "result";

    private final String key;

    DeadLetterMeter(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }
}
