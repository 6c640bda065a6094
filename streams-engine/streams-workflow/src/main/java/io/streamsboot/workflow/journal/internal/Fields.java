package io.streamsboot.workflow.journal.internal;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads fields of binary entries: a length, -1 for null, and so many bytes. */
public final class Fields {

    private Fields() {}

    /** A text; empty if it was null. */
    public static String text(DataInputStream in) throws IOException {
        byte[] bytes = bytes(in);
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Bytes, or null.
     *
     * @throws EOFException if there are fewer than the length says
     */
    public static byte @Nullable [] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("cut off");
        }
        return bytes;
    }
}
