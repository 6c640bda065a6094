package io.streamsboot.graph.state;

import java.time.Duration;

/**
 * When a checkpoint is due.
 *
 * @param records after how many records, or {@link Long#MAX_VALUE}
 * @param nanos after how much time by the clock, or {@link Long#MAX_VALUE}; looked at when a record comes
 */
public record CheckpointPolicy(long records, long nanos) {

    /** Checks that both are positive. */
    public CheckpointPolicy {
        if (records <= 0 || nanos <= 0) {
            throw new IllegalArgumentException(
                    "a checkpoint must be due after at least one record and one nanosecond, not " + records
                            + " records and " + nanos + " ns");
        }
    }

    /** Every {@code n} records. */
    public static CheckpointPolicy everyRecords(long n) {
        return new CheckpointPolicy(n, Long.MAX_VALUE);
    }

    /** Every {@code interval} of the clock. */
    public static CheckpointPolicy every(Duration interval) {
        return new CheckpointPolicy(Long.MAX_VALUE, interval.toNanos());
    }

    /** Every {@code n} records or every {@code interval}, whichever comes first. */
    public static CheckpointPolicy either(long n, Duration interval) {
        return new CheckpointPolicy(n, interval.toNanos());
    }

    /** Only when it is asked for. */
    public static CheckpointPolicy manual() {
        return new CheckpointPolicy(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    boolean due(long recordsSince, long nanosSince) {
        return recordsSince >= records || nanosSince >= nanos;
    }
}
