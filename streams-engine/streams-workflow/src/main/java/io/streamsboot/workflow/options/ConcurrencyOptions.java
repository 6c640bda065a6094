package io.streamsboot.workflow.options;

/**
 * How much is done at the same time.
 *
 * @param order which records wait for each other
 * @param maxConcurrency runs of the workflow in flight in this process; at least 1
 * @param maxUncommitted records of a partition past its committed offset before it pauses; at least 1
 * @param maxUncommittedBytes their bytes, keys and values, before it pauses; at least 1. What was fetched already still
 *     comes in.
 */
public record ConcurrencyOptions(Order order, int maxConcurrency, int maxUncommitted, long maxUncommittedBytes) {

    /** Order by key, 8 runs, 100,000 records or 64 MiB. */
    public static final ConcurrencyOptions DEFAULT = new ConcurrencyOptions(Order.KEY, 8, 100_000, 64L << 20);

    public ConcurrencyOptions {
        if (maxConcurrency < 1 || maxUncommitted < 1 || maxUncommittedBytes < 1) {
            throw new IllegalArgumentException(
                    "maxConcurrency, maxUncommitted and maxUncommittedBytes must be positive," + " but are "
                            + maxConcurrency + ", " + maxUncommitted + " and " + maxUncommittedBytes);
        }
    }

    public ConcurrencyOptions withOrder(Order value) {
        return new ConcurrencyOptions(value, maxConcurrency, maxUncommitted, maxUncommittedBytes);
    }

    public ConcurrencyOptions withMaxConcurrency(int value) {
        return new ConcurrencyOptions(order, value, maxUncommitted, maxUncommittedBytes);
    }

    public ConcurrencyOptions withMaxUncommitted(int value) {
        return new ConcurrencyOptions(order, maxConcurrency, value, maxUncommittedBytes);
    }

    public ConcurrencyOptions withMaxUncommittedBytes(long value) {
        return new ConcurrencyOptions(order, maxConcurrency, maxUncommitted, value);
    }
}
