package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.internal.time.State;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries of a state that end at a time of their own, in the order of these times. */
final class Expiries {

    private static final byte PREFIX = 'X';
    private static final int HEAD = 1 + Long.BYTES;
    private static final int PAGE = 256;

    private final State state;
    private long earliest;

    /** Takes an entry that has ended; it is removed. */
    interface Handler {
        void ended(long end, byte[] name, byte[] value);
    }

    Expiries(State state) {
        this.state = state;
        List<State.Entry> first = state.range(key(Long.MIN_VALUE, new byte[0]), new byte[] {PREFIX + 1}, 1);
        earliest = first.isEmpty() ? Long.MAX_VALUE : end(first.get(0).key());
    }

    private static byte[] key(long end, byte[] name) {
        return ByteBuffer.allocate(HEAD + name.length)
                .put(PREFIX)
                .putLong(end ^ Long.MIN_VALUE)
                .put(name)
                .array();
    }

    private static long end(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1) ^ Long.MIN_VALUE;
    }

    boolean isEmpty() {
        return earliest == Long.MAX_VALUE;
    }

    byte @Nullable [] get(long end, byte[] name) {
        return state.get(key(end, name));
    }

    void put(long end, byte[] name, byte[] value) {
        state.put(key(end, name), value);
        earliest = Math.min(earliest, end);
    }

    void remove(long end, byte[] name) {
        state.put(key(end, name), null);
    }

    /** Hands over all that ends at or before the watermark, earliest first; the end of the last of them. */
    long due(long watermark, Handler handler) {
        long last = Long.MIN_VALUE;
        while (earliest <= watermark && earliest != Long.MAX_VALUE) {
            List<State.Entry> page = state.range(key(Long.MIN_VALUE, new byte[0]), new byte[] {PREFIX + 1}, PAGE);
            earliest = Long.MAX_VALUE;
            for (State.Entry entry : page) {
                long end = end(entry.key());
                if (end > watermark) {
                    earliest = Math.min(earliest, end);
                    return last;
                }
                state.put(entry.key(), null);
                handler.ended(end, Arrays.copyOfRange(entry.key(), HEAD, entry.key().length), entry.value());
                last = end;
            }
            if (page.size() == PAGE) {
                earliest = Math.min(earliest, last);
            }
        }
        return last;
    }
}
