package io.streamsboot.graph.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a graph on Kafka keeps the states of its keys. Immutable.
 *
 * @param hotKeys how many keys each task keeps as objects; others are read from the store when they come again
 * @param expireAfter how far stream time must be past the last record of a key until its state is forgotten; null for never
 * @param storage where the store lies, beside its changelog
 * @param changelog settings of the changelog topic, by Kafka's names
 */
public record StateOptions(
        int hotKeys, @Nullable Duration expireAfter, Storage storage, Map<String, String> changelog) {

    /** Where a store lies. */
    public enum Storage {
        /** On disk, in RocksDB. */
        PERSISTENT,
        /** On the heap; after a restart it is read from the changelog. */
        IN_MEMORY
    }

    /** 100,000 hot keys in each task, no expiry, on disk. */
    public static final StateOptions DEFAULT = new StateOptions(100_000, null, Storage.PERSISTENT, Map.of());

    /** Checks and copies. */
    public StateOptions {
        if (hotKeys < 1) {
            throw new IllegalArgumentException("hotKeys must be at least 1, not " + hotKeys);
        }
        if (expireAfter != null && expireAfter.toMillis() < 1) {
            throw new IllegalArgumentException("expireAfter must be at least a millisecond, not " + expireAfter);
        }
        Objects.requireNonNull(storage, "storage");
        changelog = Map.copyOf(changelog);
    }

    /** The same with another number of hot keys. */
    public StateOptions withHotKeys(int keys) {
        return new StateOptions(keys, expireAfter, storage, changelog);
    }

    /** The same, forgetting keys that have been idle for so long; null for never. */
    public StateOptions withExpireAfter(@Nullable Duration idle) {
        return new StateOptions(hotKeys, idle, storage, changelog);
    }

    /** The same with the store elsewhere. */
    public StateOptions withStorage(Storage where) {
        return new StateOptions(hotKeys, expireAfter, where, changelog);
    }

    /** The same with these settings of the changelog topic. */
    public StateOptions withChangelog(Map<String, String> settings) {
        return new StateOptions(hotKeys, expireAfter, storage, settings);
    }
}
