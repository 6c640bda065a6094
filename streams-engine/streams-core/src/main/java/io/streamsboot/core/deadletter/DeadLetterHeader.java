package io.streamsboot.core.deadletter;

/**
 * Headers that a dead letter has beside those of the original record. Their values are text in UTF-8; numbers are
 * decimal, times are milliseconds since 1970. What is not known has no header.
 */
public enum DeadLetterHeader {
    /** Version of this envelope; a record without it is no dead letter. */
    SCHEMA("schema"),
    /** Where in its way it failed: {@code decode}, {@code process}, {@code punctuate}, {@code produce}, {@code global}. */
    STAGE("stage"),
    /** What key and value are: {@code source}, {@code output} or {@code none}. */
    CONTENT("content"),

    /** Topic of the source record. */
    SOURCE_TOPIC("source.topic"),
    /** Partition of the source record. */
    SOURCE_PARTITION("source.partition"),
    /** Offset of the source record. */
    SOURCE_OFFSET("source.offset"),
    /** Timestamp of the original record. */
    SOURCE_TIMESTAMP("source.timestamp"),
    /** Who set that timestamp: {@code CreateTime} or {@code LogAppendTime}. */
    SOURCE_TIMESTAMP_TYPE("source.timestamp.type"),
    /** How many partitions the source topic had. */
    SOURCE_PARTITIONS("source.partitions"),
    /** Topic that the record could not be written to. */
    TARGET_TOPIC("target.topic"),
    /** Partition that the record could not be written to. */
    TARGET_PARTITION("target.partition"),

    /** Application id or group id. */
    APPLICATION("application"),
    /** Name of the topology, workflow or pipeline. */
    TOPOLOGY("topology"),
    /** Number of the sub-topology. */
    SUB_TOPOLOGY("subtopology"),
    /** Name of the node or step. */
    NODE("node"),
    /** Id of the task. */
    TASK("task"),

    /** Class name of the exception. */
    EXCEPTION_CLASS("exception.class"),
    /** Message of the exception, cut to a limit. */
    EXCEPTION_MESSAGE("exception.message"),
    /** Class name of the last cause. */
    EXCEPTION_ROOT("exception.root"),
    /** Stack trace of the exception, cut to a limit. */
    EXCEPTION_STACKTRACE("exception.stacktrace"),

    /** How often the original record has failed, from 1; also on replayed records. */
    ATTEMPT("attempt"),
    /** When the original record failed first; also on replayed records. */
    FIRST_FAILURE("first.failure"),
    /** When this failure happened. */
    FAILED_AT("failed.at"),
    /** W3C trace context of the record at the moment of its failure; the original's own header is kept beside it. */
    TRACEPARENT("traceparent"),

    /** Length of the key before it was cut. */
    KEY_LENGTH("key.length"),
    /** Length of the value before it was cut. */
    VALUE_LENGTH("value.length"),
    /** How many of the original headers were left out because the dead letter would have been too large. */
    HEADERS_CUT("headers.cut"),
    /** What failed, as text, where there are no original bytes: a result, a timer. */
    RECORD_TEXT("record.text"),

    /** On replayed records: id of the request. */
    REPLAY_REQUEST("replay.request"),
    /** On replayed records: position of the dead letter, as {@code topic-partition@offset}. */
    REPLAY_OF("replay.of");

    /** What all names begin with. */
    public static final String PREFIX = "streams.dl.";

    /** What original headers are renamed with whose names begin with {@link #PREFIX} themselves. */
    public static final String ORIGINAL_PREFIX = PREFIX + "original.";

    private final String key;

    DeadLetterHeader(String name) {
        this.key = "streams.dl." + name;
    }

    /**
     * Name of the header.
     *
     * @return the name, with the prefix
     */
    public String key() {
        return key;
    }
}
