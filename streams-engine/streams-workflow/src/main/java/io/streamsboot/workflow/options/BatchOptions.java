package io.streamsboot.workflow.options;

import java.time.Duration;

/**
 * How batches are formed.
 *
 * @param maxBatchSize records in a batch; at least 1
 * @param batchLinger how long a batch that is not full waits for more; zero for not at all
 */
public record BatchOptions(int maxBatchSize, Duration batchLinger) {

    /** 256 records, no waiting. */
    public static final BatchOptions DEFAULT = new BatchOptions(256, Duration.ZERO);

    public BatchOptions {
        if (maxBatchSize < 1) {
            throw new IllegalArgumentException("maxBatchSize must be positive, but is " + maxBatchSize);
        }
        if (batchLinger.isNegative()) {
            throw new IllegalArgumentException("batchLinger must not be negative, but is " + batchLinger);
        }
    }
}
