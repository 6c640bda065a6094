package io.streamsboot.workflow.run.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A hash of 128 bits over a sequence of fields, mixed as MurmurHash3 (x64) does. It tells records apart that happen to come
 * at the same offset; it is no protection from somebody who looks for two that have the same. The same on all machines and
 * in all versions, since ids in journals are made of it. Not thread-safe.
 */
final class Fingerprint {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;
    private static final int BLOCK = 16;

    private long high;
    private long low;
    private long blocks;

    /** Adds a number. */
    void add(long number) {
        mix(number, Long.BYTES);
    }

    /** Adds bytes, as a field of its own: where one ends and the next begins makes a difference, and so does null. */
    void add(byte @Nullable [] bytes) {
        if (bytes == null) {
            mix(0, -1);
            return;
        }
        mix(bytes.length, 0);
        int at = 0;
        for (; at + BLOCK <= bytes.length; at += BLOCK) {
            mix((long) LONGS.get(bytes, at), (long) LONGS.get(bytes, at + Long.BYTES));
        }
        if (at < bytes.length) {
            mix(rest(bytes, at), rest(bytes, at + Long.BYTES));
        }
    }

    /** Up to eight bytes, as far as there are any. */
    private static long rest(byte[] bytes, int from) {
        long rest = 0;
        for (int i = Math.min(bytes.length, from + Long.BYTES) - 1; i >= from; i--) {
            rest = rest << 8 | (bytes[i] & 0xff);
        }
        return rest;
    }

    private void mix(long first, long second) {
        high ^= Long.rotateLeft(first * C1, 31) * C2;
        high = (Long.rotateLeft(high, 27) + low) * 5 + 0x52dce729;
        low ^= Long.rotateLeft(second * C2, 33) * C1;
        low = (Long.rotateLeft(low, 31) + high) * 5 + 0x38495ab5;
        blocks++;
    }

    /** Appends 32 hexadecimal digits. */
    void appendTo(StringBuilder to) {
        long length = blocks * BLOCK;
        long first = high ^ length;
        long second = low ^ length;
        first += second;
        second += first;
        first = scattered(first);
        second = scattered(second);
        first += second;
        second += first;
        to.append(HexFormat.of().toHexDigits(first)).append(HexFormat.of().toHexDigits(second));
    }

    private static long scattered(long value) {
        long mixed = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
