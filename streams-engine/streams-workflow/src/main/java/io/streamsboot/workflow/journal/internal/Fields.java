package io.streamsboot.workflow.journal.internal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Fields of binary entries: a length, -1 for null, and so many bytes. */
public final class Fields {

    private Fields() {}

    public static void text(DataOutputStream out, String text) throws IOException {
        bytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A text; empty if it was null. */
    public static String text(DataInputStream in) throws IOException {
        byte[] bytes = bytes(in);
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    public static void bytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.write(bytes);
        }
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
