package io.streamsboot.pipeline.internal.time;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes and reads bytes, without the exceptions that streams in memory do not throw. */
public final class Bits {

    private Bits() {}

    /** Writes. */
    @FunctionalInterface
    public interface Writer {
        void write(DataOutput out) throws IOException;
    }

    /** Reads. */
    @FunctionalInterface
    public interface Reader<T extends @Nullable Object> {
        T read(DataInput in) throws IOException;
    }

    /** The bytes that are written. */
    public static byte[] write(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        try {
            writer.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** What is read of bytes. */
    public static <T extends @Nullable Object> T read(byte[] bytes, Reader<T> reader) {
        try {
            return reader.read(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException("state or a record of a repartition topic that is not ours", e);
        }
    }

    /** Writes bytes with their length. */
    public static void bytes(DataOutput out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
    }

    /** Reads bytes with their length. */
    public static byte @Nullable [] bytes(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    /** Writes where a row came from. */
    public static void origin(DataOutput out, Origin origin) throws IOException {
        out.writeUTF(origin.source());
        out.writeInt(origin.partition());
        out.writeLong(origin.offset());
        out.writeLong(origin.index());
        out.writeLong(origin.time());
        out.writeLong(origin.bound());
    }

    /** Reads where a row came from. */
    public static Origin origin(DataInput in) throws IOException {
        return new Origin(in.readUTF(), in.readInt(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
    }
}
