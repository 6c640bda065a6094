package io.streamsboot.graph.operator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

/** Where state is written to: big-endian primitives in a buffer that grows. Not thread-safe. */
public final class StateOutput {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

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
        INTS.set(buffer, size, value);
        size += Integer.BYTES;
    }

    /** Writes eight bytes. */
    public void writeLong(long value) {
        room(Long.BYTES);
        LONGS.set(buffer, size, value);
        size += Long.BYTES;
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

    /** Writes the length of what {@code content} writes, and that: the same as its bytes by {@link #writeBytes}. */
    public void writeSized(Consumer<? super StateOutput> content) {
        int at = size;
        writeInt(0);
        content.accept(this);
        INTS.set(buffer, at, size - at - Integer.BYTES);
    }

    /** Forgets what was written, and keeps the buffer for what comes. */
    public void clear() {
        size = 0;
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
