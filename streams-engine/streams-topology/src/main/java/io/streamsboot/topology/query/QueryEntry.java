package io.streamsboot.topology.query;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a store.
 *
 * @param key the key, as the store's serde reads it
 * @param value the value, as the store's serde reads it; of another instance: as JSON is read, unless it was converted
 * @param timestamp time of the record that it comes from, or of the moment from which a version is valid; null if unknown
 * @param window the window or session, or null
 * @param validTo moment up to which a version was valid, or null if it still is, or the store is not versioned
 * @param partition partition that holds it, -1 in a global store
 * @param keyBytes the serialized key, or null for a global store without declared serde
 * @param headers headers of the record that it comes from, or null if the store does not keep them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copied nowhere: entries are many
public record QueryEntry(
        Object key,
        Object value,
        @Nullable Long timestamp,
        @Nullable TimeWindow window,
        @Nullable Long validTo,
        int partition,
        byte @Nullable [] keyBytes,
        @Nullable List<Header> headers) {

    /**
     * A window or session.
     *
     * @param start its first moment
     * @param end the moment after its last; of a session: the time of its last record
     */
    public record TimeWindow(Instant start, Instant end) {}

    /**
     * A header of a record.
     *
     * @param name its name, which need not be the only one
     * @param value its bytes, or null
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Header(String name, byte @Nullable [] value) {}

    /**
     * The same entry with another value.
     *
     * @param other the value
     * @return a new entry
     */
    public QueryEntry withValue(Object other) {
        return new QueryEntry(key, other, timestamp, window, validTo, partition, keyBytes, headers);
    }
}
