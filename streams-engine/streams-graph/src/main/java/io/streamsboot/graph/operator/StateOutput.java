package io.streamsboot.graph.operator;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Where state is written to: big-endian primitives in a buffer that grows. Not thread-safe. */
public final class StateOutput {

    private byte[] buffer = new byte[128];
    private int size;

    /** Writes the low eight bits. */
    public void writeByte(int value) {
        room(1);
        buffer[size++] = (byte) value;
    }

    /** Writes one byte: 1 or 0. */
    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    /** Writes four bytes. */
    public void writeInt(int value) {
        room(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
    }

    /** Writes eight bytes. */
    public void writeLong(long value) {
        room(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[size++] = (byte) (value >>> shift);
        }
    }

    /** Writes the eight bytes of the value, every NaN as it is. */
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /** Writes the length and the UTF-8 bytes. */
    public void writeString(String value) {
        writeBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes the length and the bytes. */
    public void writeBytes(byte[] value) {
        writeInt(value.length);
        room(value.length);
        System.arraycopy(value, 0, buffer, size, value.length);
        size += value.length;
    }

    /** A copy of what was written. */
    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, size);
    }

    private void room(int bytes) {
        if (buffer.length - size < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(size, bytes)));
        }
    }
}
