package io.streamsboot.graph.operator;

import java.nio.charset.StandardCharsets;

/**
 * Where state is read from, in the order in which {@link StateOutput} wrote it. Reading past the end, or a length that
 * cannot be, throws {@link IllegalArgumentException}. Not thread-safe.
 */
public final class StateInput {

    private final byte[] buffer;
    private int position;

    /** Reads the given bytes, which are not copied. */
    public StateInput(byte[] buffer) {
        this.buffer = buffer;
    }

    /** Reads one signed byte. */
    public byte readByte() {
        need(1);
        return buffer[position++];
    }

    /** Reads one byte that is 0 or 1. */
    public boolean readBoolean() {
        byte value = readByte();
        if (value != 0 && value != 1) {
            throw new IllegalArgumentException("the state is damaged: " + value + " is neither true nor false");
        }
        return value == 1;
    }

    /** Reads four bytes. */
    public int readInt() {
        need(Integer.BYTES);
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = (value << 8) | (buffer[position++] & 0xff);
        }
        return value;
    }

    /** Reads eight bytes. */
    public long readLong() {
        need(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << 8) | (buffer[position++] & 0xff);
        }
        return value;
    }

    /** Reads eight bytes as a number, every NaN as it was. */
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** Reads a length and that many UTF-8 bytes. */
    public String readString() {
        return new String(readBytes(), StandardCharsets.UTF_8);
    }

    /** Reads a length and that many bytes. */
    public byte[] readBytes() {
        int length = readLength(1);
        byte[] value = new byte[length];
        System.arraycopy(buffer, position, value, 0, length);
        position += length;
        return value;
    }

    /** Reads a number of elements that take at least {@code bytesEach} bytes each, and checks that they can be there. */
    public int readLength(int bytesEach) {
        int length = readInt();
        if (length < 0 || (long) length * bytesEach > remaining()) {
            throw new IllegalArgumentException("the state is damaged: it announces " + length + " elements of "
                    + bytesEach + " bytes, and has " + remaining() + " bytes left");
        }
        return length;
    }

    /** How many bytes are left. */
    public int remaining() {
        return buffer.length - position;
    }

    private void need(int bytes) {
        if (remaining() < bytes) {
            throw new IllegalArgumentException(
                    "the state is damaged: it ends after " + buffer.length + " bytes, where more were expected");
        }
    }
}
