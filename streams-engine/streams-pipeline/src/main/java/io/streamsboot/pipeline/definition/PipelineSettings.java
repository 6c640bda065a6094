package io.streamsboot.pipeline.definition;

import java.time.DateTimeException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a pipeline as a whole.
 *
 * @param version version of its state, from 1: raise it to let go of the state and begin anew under another application id
 * @param from where a version without committed offsets begins: {@code earliest}, {@code latest}, or a period back from now as
 *     {@code PT24H}; null for what the topology is configured with
 * @param idleTimeoutMs milliseconds after which a quiet partition does not hold the watermark any more; 0 for never, which is
 *     the only setting with results that do not depend on the speed of the clock
 * @param onIdle what happens when all partitions are quiet
 */
public record PipelineSettings(int version, @Nullable String from, long idleTimeoutMs, OnIdle onIdle) {

    /** One minute until a partition is idle, and then on with the clock. */
    public static final PipelineSettings DEFAULT = new PipelineSettings(1, null, 60_000, OnIdle.ADVANCE);

    /**
     * These settings with another time until a partition is idle.
     *
     * @param millis milliseconds; 0 for never
     * @return a copy
     */
    public PipelineSettings withIdleTimeoutMs(long millis) {
        return new PipelineSettings(version, from, millis, onIdle);
    }

    public PipelineSettings {
        if (version < 1 || idleTimeoutMs < 0) {
            throw new PipelineException(
                    "A pipeline has the version " + version + " and an idleTimeoutMs of " + idleTimeoutMs + ".",
                    "Versions count from 1, and idleTimeoutMs is 0 (never) or more.",
                    null);
        }
        if (from != null && !from.equals("earliest") && !from.equals("latest")) {
            try {
                if (Duration.parse(from).isNegative()) {
                    throw new DateTimeException("negative");
                }
            } catch (DateTimeException e) {
                throw new PipelineException(
                        "'from' is '" + from + "'.", "Use earliest, latest, or a period as PT24H.", e);
            }
        }
    }
}
