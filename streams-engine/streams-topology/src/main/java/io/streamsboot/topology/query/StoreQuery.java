package io.streamsboot.topology.query;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a store. Keys are objects of the store's key type, or {@link TextKey}. Lists are in the order of the
 * serialized keys, byte by byte and unsigned, merged over all partitions. Immutable.
 */
public sealed interface StoreQuery {

    /** Questions about one key; all others cover every partition. */
    sealed interface OfKey extends StoreQuery {

        /**
         * The key that is asked for.
         *
         * @return the key
         */
        Object key();
    }

    /**
     * The value of a key: in a key-value store, or the latest in a versioned one.
     *
     * @param key the key
     * @param asOf in a versioned store: the moment whose value is wanted, or null for the latest
     */
    record Get(Object key, @Nullable Instant asOf) implements OfKey {
        public Get {
            Objects.requireNonNull(key, "key");
        }
    }

    /**
     * Entries of a key-value store by their keys.
     *
     * @param from first key, inclusive, or null for an open end
     * @param to last key, inclusive, or null for an open end
     * @param descending whether the list begins with the last key
     */
    record Range(@Nullable Object from, @Nullable Object to, boolean descending) implements StoreQuery {}

    /**
     * Entries of a key-value store whose serialized key begins with a serialized prefix. For keys of strings and bytes.
     *
     * @param prefix the prefix
     */
    record Prefix(Object prefix) implements StoreQuery {
        public Prefix {
            Objects.requireNonNull(prefix, "prefix");
        }
    }

    /** Number of entries of a key-value store, as far as the store knows it. */
    record Count() implements StoreQuery {}

    /**
     * Windows of a window store by key; sessions of a session store that overlap the time.
     *
     * @param key the key
     * @param timeFrom first start of a window, inclusive, or null for all
     * @param timeTo last start of a window, inclusive, or null for all
     * @param descending whether the list begins with the latest
     */
    record Windows(
            Object key,
            @Nullable Instant timeFrom,
            @Nullable Instant timeTo,
            boolean descending) implements OfKey {
        public Windows {
            Objects.requireNonNull(key, "key");
        }
    }

    /**
     * Windows of all keys, in the order of their start, then of the serialized key. Each page reads the time range anew.
     *
     * @param timeFrom first start of a window, inclusive, or null for all
     * @param timeTo last start of a window, inclusive, or null for all
     * @param descending whether the list begins with the latest
     */
    record AllWindows(@Nullable Instant timeFrom, @Nullable Instant timeTo, boolean descending) implements StoreQuery {}

    /**
     * Versions of a key in a versioned store.
     *
     * @param key the key
     * @param timeFrom versions that were valid at or after this moment, or null for all
     * @param timeTo versions that became valid at or before this moment, or null for all
     * @param descending whether the list begins with the latest
     */
    record History(
            Object key,
            @Nullable Instant timeFrom,
            @Nullable Instant timeTo,
            boolean descending) implements OfKey {
        public History {
            Objects.requireNonNull(key, "key");
        }
    }

    /**
     * The value of a key.
     *
     * @param key the key
     * @return a new question
     */
    static StoreQuery get(Object key) {
        return new Get(key, null);
    }

    /**
     * All entries.
     *
     * @return a new question
     */
    static StoreQuery all() {
        return new Range(null, null, false);
    }
}
