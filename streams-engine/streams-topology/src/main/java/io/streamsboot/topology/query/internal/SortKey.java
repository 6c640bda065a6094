package io.streamsboot.topology.query.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryEntry.TimeWindow;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.StoreQuery;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Place of an entry in the order of a list. It depends on the entry alone and on no instance, so that a cursor survives
 * every rebalance.
 */
@SuppressWarnings("ArrayRecordComponent") // compared by hand
record SortKey(long time, byte[] key, long end, int partition) implements Comparable<SortKey> {

    private static final byte VERSION = 1;

    static SortKey of(StoreQuery query, QueryEntry entry) {
        byte[] bytes = entry.keyBytes() == null ? new byte[0] : entry.keyBytes();
        TimeWindow window = entry.window();
        if (window != null) {
            return new SortKey(
                    window.start().toEpochMilli(), bytes, window.end().toEpochMilli(), entry.partition());
        }
        Long timestamp = entry.timestamp();
        long time = query instanceof StoreQuery.History && timestamp != null ? timestamp : 0;
        return new SortKey(time, bytes, 0, entry.partition());
    }

    @Override
    public int compareTo(SortKey other) {
        int order = Long.compare(time, other.time);
        order = order != 0 ? order : Arrays.compareUnsigned(key, other.key);
        order = order != 0 ? order : Long.compare(end, other.end);
        return order != 0 ? order : Integer.compare(partition, other.partition);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SortKey same && compareTo(same) == 0;
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(key) + Long.hashCode(time);
    }

    String cursor(QueryRequest request) {
        byte[] bytes = ByteBuffer.allocate(29 + key.length)
                .put(VERSION)
                .putLong(fingerprint(request))
                .putLong(time)
                .putLong(end)
                .putInt(partition)
                .put(key)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static @Nullable SortKey parse(QueryRequest request) {
        String cursor = request.cursor();
        if (cursor == null) {
            return null;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            byte version = bytes.get();
            long fingerprint = bytes.getLong();
            if (version != VERSION || fingerprint != fingerprint(request)) {
                throw Unanswered.invalid("The cursor belongs to another question: use it with the same topology, store"
                        + " and parameters as the page that gave it, or begin again without it.");
            }
            long time = bytes.getLong();
            long end = bytes.getLong();
            int partition = bytes.getInt();
            byte[] key = new byte[bytes.remaining()];
            bytes.get(key);
            return new SortKey(time, key, end, partition);
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw Unanswered.invalid("The cursor is not one: take it as it is from 'next' of the page before.");
        }
    }

    private static long fingerprint(QueryRequest request) {
        CRC32 crc = new CRC32();
        crc.update((request.topology() + '\n' + request.store() + '\n' + request.query()).getBytes(UTF_8));
        return crc.getValue();
    }
}
