package io.streamsboot.topology.query;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * How good an answer has to be. Immutable.
 *
 * @param minPosition offsets by topic and partition that the store must have reached, empty for none
 * @param maxStaleness how many records a copy may lag behind, which allows copies; null for the active store only
 * @param timeout how long the answer may take; what is not ready is tried again until then
 * @param partitions the only partitions to ask, on this instance alone; null for all, wherever they are
 * @param allowPartial whether a list may lack partitions that cannot be read now
 * @param isolation whether writes that are not committed are hidden; null for the default of the topology
 */
public record QueryOptions(
        Map<String, Map<Integer, Long>> minPosition,
        @Nullable Long maxStaleness,
        Duration timeout,
        @Nullable Set<Integer> partitions,
        boolean allowPartial,
        @Nullable IsolationLevel isolation) {

    /** How long an answer may take unless something else is said. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

    /** Active stores only, wherever they are. */
    public static final QueryOptions DEFAULT = new QueryOptions(Map.of(), null, DEFAULT_TIMEOUT, null, false, null);

    public QueryOptions {
        Map<String, Map<Integer, Long>> copy = new TreeMap<>();
        minPosition.forEach((topic, offsets) -> copy.put(topic, Map.copyOf(offsets)));
        minPosition = Map.copyOf(copy);
        Objects.requireNonNull(timeout, "timeout");
        partitions = partitions == null ? null : Set.copyOf(partitions);
        if (maxStaleness != null && maxStaleness < 0) {
            throw new IllegalArgumentException("maxStaleness must not be negative, but is " + maxStaleness);
        }
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative, but is " + timeout);
        }
    }

    /**
     * These options with a position that must be reached.
     *
     * @param position offsets by topic and partition
     * @return new options
     */
    public QueryOptions withMinPosition(Map<String, Map<Integer, Long>> position) {
        return new QueryOptions(position, maxStaleness, timeout, partitions, allowPartial, isolation);
    }

    /**
     * These options with copies allowed.
     *
     * @param records how many records a copy may lag behind
     * @return new options
     */
    public QueryOptions withMaxStaleness(long records) {
        return new QueryOptions(minPosition, records, timeout, partitions, allowPartial, isolation);
    }

    /**
     * These options with another patience.
     *
     * @param time how long the answer may take
     * @return new options
     */
    public QueryOptions withTimeout(Duration time) {
        return new QueryOptions(minPosition, maxStaleness, time, partitions, allowPartial, isolation);
    }

    /**
     * These options for this instance alone.
     *
     * @param some the only partitions to ask, or null for all, wherever they are
     * @return new options
     */
    public QueryOptions withPartitions(@Nullable Set<Integer> some) {
        return new QueryOptions(minPosition, maxStaleness, timeout, some, allowPartial, isolation);
    }

    /**
     * These options with lists that may lack partitions.
     *
     * @return new options
     */
    public QueryOptions withPartial() {
        return new QueryOptions(minPosition, maxStaleness, timeout, partitions, true, isolation);
    }

    /**
     * These options with an isolation. A store that is not transactional refuses {@code READ_COMMITTED}; transactional
     * ones need Kafka 4.4 and {@code enable.transactional.statestores}.
     *
     * @param level whether writes that are not committed are hidden
     * @return new options
     */
    public QueryOptions withIsolation(IsolationLevel level) {
        return new QueryOptions(minPosition, maxStaleness, timeout, partitions, allowPartial, level);
    }
}
