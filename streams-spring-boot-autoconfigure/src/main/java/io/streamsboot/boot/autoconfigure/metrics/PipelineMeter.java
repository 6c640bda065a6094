package io.streamsboot.boot.autoconfigure.metrics;

/** Meters about the stages of pipelines, by pipeline and by the dataset that the stage writes. */
enum PipelineMeter {
    /** Counts records that came to a stage. */
    CONSUMED("streams.pipeline.consumed"),
    /** Counts rows that a stage wrote. */
    EMITTED("streams.pipeline.emitted"),
    /** Counts bad records that a stage dropped. */
    DROPPED("streams.pipeline.dropped"),
    /** Counts bad records in whose place a stage wrote a rescued row. */
    RESCUED("streams.pipeline.rescued"),
    /** Counts rows that came too late for a step with state. */
    LATE("streams.pipeline.late");

    static final String PIPELINE = "pipeline";
    static final String OUTPUT = "output";

    private final String key;

    PipelineMeter(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }
}
