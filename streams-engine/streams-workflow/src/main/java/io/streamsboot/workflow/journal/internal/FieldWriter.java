package io.streamsboot.workflow.journal.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes binary entries, numbers with the highest byte first, as {@link java.io.DataInputStream} reads them, and fields as
 * {@link Fields} does. Grows as it is written to. Not thread-safe.
 */
public final class FieldWriter {

    private byte[] bytes;
    private int size;

    /**
     * A writer without bytes.
     *
     * @param capacity bytes that fit before it grows, at least 1
     */
    public FieldWriter(int capacity) {
        this.bytes = new byte[capacity];
    }

    private int reserve(int more) {
        int at = size;
        if (more > bytes.length - at) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(at, more), (int) Math.min(2L * at, 1 << 30)));
        }
        size = at + more;
        return at;
    }

    /** Writes the lowest byte of a number. */
    public void number1(int value) {
        int at = reserve(1);
        bytes[at] = (byte) value;
    }

    /** Writes the two lowest bytes of a number. */
    public void number2(int value) {
        int at = reserve(2);
        bytes[at] = (byte) (value >> 8);
        bytes[at + 1] = (byte) value;
    }

    /** Writes a number of four bytes. */
    public void number4(int value) {
        int at = reserve(4);
        bytes[at] = (byte) (value >> 24);
        bytes[at + 1] = (byte) (value >> 16);
        bytes[at + 2] = (byte) (value >> 8);
        bytes[at + 3] = (byte) value;
    }

    /** Writes a number of eight bytes. */
    public void number8(long value) {
        number4((int) (value >> 32));
        number4((int) value);
    }

    public void text(String text) {
        field(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a length, -1 for null, and so many bytes. */
    public void field(byte @Nullable [] field) {
        if (field == null) {
            number4(-1);
        } else {
            number4(field.length);
            raw(field, 0, field.length);
        }
    }

    /** Writes bytes as they are. */
    public void raw(byte[] source, int from, int length) {
        int at = reserve(length);
        System.arraycopy(source, from, bytes, at, length);
    }

    public int size() {
        return size;
    }

    /** A copy of what was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }
}
