package io.streamsboot.boot.autoconfigure.metrics;

import io.streamsboot.workflow.runtime.WorkflowCounts;
import io.streamsboot.workflow.runtime.WorkflowStatus;
import org.jspecify.annotations.Nullable;

/** Meters of a workflow; each has the tag {@code workflow}. Counters begin again when the workflow does. */
enum WorkflowMeter {
    /** Records that came in. */
    CONSUMED("streams.workflow.records", "consumed", true),
    /** Records that were handled and committed. */
    SUCCEEDED("streams.workflow.records", "succeeded", true),
    /** Records whose outcome was known already. */
    DEDUPLICATED("streams.workflow.records", "deduplicated", true),
    /** Records that were set aside. */
    DEAD("streams.workflow.records", "dead", true),
    /** Records that came to nothing. */
    SKIPPED("streams.workflow.records", "skipped", true),
    /** Tombstones that nobody takes. */
    TOMBSTONES("streams.workflow.records", "tombstone", true),
    /** Attempts that failed. */
    FAILED("streams.workflow.attempts.failed", null, true),
    /** Attempts that failed and were tried again. */
    RETRIED("streams.workflow.attempts.retried", null, true),
    /** Times that a run began to wait for something that was not there. */
    HOLDS("streams.workflow.holds", null, true),
    /** Records that were written. */
    PRODUCED("streams.workflow.produced", null, true),
    /** Runs in flight. */
    RUNNING("streams.workflow.running", null, false),
    /** Runs that wait for another attempt. */
    RETRYING("streams.workflow.retrying", null, false),
    /** Runs that wait for something that is not there. */
    HELD("streams.workflow.held", null, false),
    /** Records behind the end, by committed offset; not a number if that is not known. */
    LAG("streams.workflow.lag", null, false),
    /** Age of the oldest record that is not finished, in seconds. */
    OLDEST_AGE("streams.workflow.oldest.age", null, false);

    private final String meter;
    private final @Nullable String outcome;
    private final boolean counts;

    WorkflowMeter(String meter, @Nullable String outcome, boolean counts) {
        this.meter = meter;
        this.outcome = outcome;
        this.counts = counts;
    }

    String meter() {
        return meter;
    }

    /** What became of the records, as the tag {@code outcome}; null if the meter has none. */
    @Nullable String outcome() {
        return outcome;
    }

    /** Whether it only grows. */
    boolean counts() {
        return counts;
    }

    double value(@Nullable WorkflowStatus status) {
        return status == null ? 0 : counts ? counted(status.counts()) : present(status);
    }

    private double counted(WorkflowCounts all) {
        return switch (this) {
            case CONSUMED -> all.consumed();
            case SUCCEEDED -> all.succeeded();
            case DEDUPLICATED -> all.deduplicated();
            case DEAD -> all.dead();
            case SKIPPED -> all.skipped();
            case TOMBSTONES -> all.tombstones();
            case FAILED -> all.failed();
            case RETRIED -> all.retried();
            case HOLDS -> all.holds();
            case PRODUCED -> all.produced();
            default -> throw new IllegalStateException(this + " is not counted");
        };
    }

    private double present(WorkflowStatus status) {
        return switch (this) {
            case RUNNING -> status.work().running();
            case RETRYING -> status.work().retrying();
            case HELD ->
                status.work().held().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
            case LAG -> status.lag() < 0 ? Double.NaN : status.lag();
            case OLDEST_AGE -> status.work().oldestAge().toMillis() / 1_000.0;
            default -> throw new IllegalStateException(this + " is counted");
        };
    }
}
