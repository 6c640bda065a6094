package io.streamsboot.pipeline.host;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a build fares at one moment. Immutable.
 *
 * @param build id of the build
 * @param pipeline name of the pipeline
 * @param status where it is in its life
 * @param counts what it did in this application; records that are processed again after a failure count again
 * @param progress how far it is
 * @param failure what last went wrong; null if nothing did
 * @param at when this was so
 */
public record BuildRecord(
        String build,
        String pipeline,
        BuildStatus status,
        Counts counts,
        Progress progress,
        @Nullable String failure,
        Instant at) {

    /** What this engine runs: no build ever ends by itself. */
    public static final String KIND = "stream";

    /**
     * What a pipeline did.
     *
     * @param consumed records that came from topics
     * @param emitted rows that were written to topics
     * @param dropped bad records that were dropped
     * @param rescued bad records that became rescued rows
     * @param late rows that came too late for a step with state
     * @param deadLetters bad records that were set aside as dead letters
     */
    public record Counts(long consumed, long emitted, long dropped, long rescued, long late, long deadLetters) {

        /** Nothing was done. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
    }

    /**
     * How far a pipeline is.
     *
     * @param watermark the least watermark of its steps with state in this application; null if there is none
     * @param lag records from the last commit to the end of its inputs; null if that is not known
     */
    public record Progress(
            @Nullable Instant watermark, @Nullable Long lag) {

        /** Nothing is known. */
        public static final Progress UNKNOWN = new Progress(null, null);
    }

    /**
     * The record as the contract of a host over HTTP has it.
     *
     * @return fields by name; times are ISO-8601
     */
    public Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", build);
        fields.put("pipeline", pipeline);
        fields.put("kind", KIND);
        fields.put("status", status.name());
        fields.put("consumed", counts.consumed());
        fields.put("emitted", counts.emitted());
        fields.put("dropped", counts.dropped());
        fields.put("rescued", counts.rescued());
        fields.put("late", counts.late());
        fields.put("deadLetters", counts.deadLetters());
        fields.put(
                "watermark",
                progress.watermark() == null ? null : progress.watermark().toString());
        fields.put("lag", progress.lag());
        fields.put("failure", failure);
        fields.put("at", at.toString());
        return fields;
    }
}
