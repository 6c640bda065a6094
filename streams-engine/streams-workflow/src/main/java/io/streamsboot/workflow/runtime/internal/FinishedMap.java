package io.streamsboot.workflow.runtime.internal;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Records beyond a committed offset that are finished, as ranges of offsets. It travels in the metadata of the commit, so
 * that it is as atomic as the offset itself. Immutable.
 *
 * <p>In text it is a prefix and base64 of either lengths of alternating unfinished and finished ranges, as variable-length
 * numbers, or a bitmap, whichever is shorter.
 */
final class FinishedMap {

    /** Characters that a commit's metadata may have: below the broker's default limit of 4,096. */
    static final int MAX_LENGTH = 4_000;

    static final FinishedMap EMPTY = new FinishedMap(new long[0], 0);

    private static final String PREFIX = "sw1:";
    private static final int MAX_BYTES = (MAX_LENGTH - PREFIX.length()) / 4 * 3;
    private static final byte RANGES = 1;
    private static final byte BITS = 2;

    /** Begin and end, the end exclusive, of each range in turn; ascending and apart from each other. */
    private final long[] bounds;

    private final int length;

    private FinishedMap(long[] bounds, int length) {
        this.bounds = bounds;
        this.length = length;
    }

    /** Collects ranges in ascending order. */
    static final class Builder {

        private long[] bounds = new long[16];
        private int length;

        void add(long begin, long end) {
            if (length > 0 && bounds[length - 1] >= begin) {
                bounds[length - 1] = Math.max(end, bounds[length - 1]);
                return;
            }
            if (length == bounds.length) {
                bounds = Arrays.copyOf(bounds, length * 2);
            }
            bounds[length++] = begin;
            bounds[length++] = end;
        }

        /** Makes the last range reach to an offset, because there is no record in between. */
        void extend(long end) {
            bounds[length - 1] = end;
        }

        FinishedMap build() {
            return length == 0 ? EMPTY : new FinishedMap(bounds, length);
        }
    }

    boolean isEmpty() {
        return length == 0;
    }

    boolean contains(long offset) {
        int low = 0;
        int high = length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (offset < bounds[2 * middle]) {
                high = middle - 1;
            } else if (offset >= bounds[2 * middle + 1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    /** Adds the part of it that is at or above an offset. */
    void addTo(Builder builder, long from) {
        for (int i = 0; i < length; i += 2) {
            if (bounds[i + 1] > from) {
                builder.add(Math.max(from, bounds[i]), bounds[i + 1]);
            }
        }
    }

    /**
     * As text.
     *
     * @param committed the offset that is committed with it
     * @return the text, or null if it would be too long
     */
    @Nullable String encode(long committed) {
        if (length == 0) {
            return "";
        }
        byte[] ranges = ranges(committed);
        long bits = bounds[length - 1] - committed;
        long bitmap = 1 + (bits + 7) / 8;
        if (bitmap < ranges.length) {
            ranges = bitmap > MAX_BYTES ? ranges : bits(committed, (int) bitmap);
        }
        return ranges.length > MAX_BYTES
                ? null
                : PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(ranges);
    }

    private byte[] ranges(long committed) {
        byte[] bytes = new byte[1 + 10 * length];
        bytes[0] = RANGES;
        int at = 1;
        long before = committed;
        for (int i = 0; i < length; i++) {
            long rest = bounds[i] - before;
            before = bounds[i];
            while (rest > 0x7f) {
                bytes[at++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[at++] = (byte) rest;
        }
        return Arrays.copyOf(bytes, at);
    }

    private byte[] bits(long committed, int size) {
        byte[] bytes = new byte[size];
        bytes[0] = BITS;
        for (int i = 0; i < length; i += 2) {
            for (long offset = bounds[i]; offset < bounds[i + 1]; offset++) {
                int bit = (int) (offset - committed);
                bytes[1 + bit / 8] = (byte) (bytes[1 + bit / 8] | 1 << bit % 8);
            }
        }
        return bytes;
    }

    /**
     * Reads it. What others have written as metadata is as good as nothing.
     *
     * @param committed the offset that was committed with it
     */
    static FinishedMap decode(long committed, @Nullable String text) {
        if (text == null || !text.startsWith(PREFIX)) {
            return EMPTY;
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
            return bytes[0] == RANGES
                    ? ofRanges(committed, bytes)
                    : bytes[0] == BITS ? ofBits(committed, bytes) : EMPTY;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return EMPTY;
        }
    }

    private static FinishedMap ofRanges(long committed, byte[] bytes) {
        Builder builder = new Builder();
        long before = committed;
        int at = 1;
        while (at < bytes.length) {
            long[] pair = new long[2];
            for (int i = 0; i < 2; i++) {
                long number = 0;
                int shift = 0;
                byte next;
                do {
                    next = bytes[at++];
                    number |= (next & 0x7fL) << shift;
                    shift += 7;
                } while (next < 0);
                before += number;
                pair[i] = before;
            }
            builder.add(pair[0], pair[1]);
        }
        return builder.build();
    }

    private static FinishedMap ofBits(long committed, byte[] bytes) {
        Builder builder = new Builder();
        for (int bit = 0; bit < (bytes.length - 1) * 8; bit++) {
            if ((bytes[1 + bit / 8] >> bit % 8 & 1) == 1) {
                builder.add(committed + bit, committed + bit + 1);
            }
        }
        return builder.build();
    }
}
