package io.streamsboot.graph.state;

import io.streamsboot.graph.StateException;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.zip.CRC32C;

/**
 * State and the place in the input that it stands for, in one piece.
 *
 * @param cursor place in the input behind the last record taken in
 * @param state what {@link io.streamsboot.graph.Run#save()} gave; not copied
 */
public record Snapshot(String cursor, byte[] state) {

    private static final int MAGIC = 0x53424743;
    private static final int VERSION = 1;

    /** Magic, version, cursor, state, checksum. */
    public byte[] toBytes() {
        var body = new StateOutput();
        body.writeString(cursor);
        body.writeBytes(state);
        byte[] bytes = body.toByteArray();
        var out = new StateOutput();
        out.writeInt(MAGIC);
        out.writeByte(VERSION);
        out.writeBytes(bytes);
        out.writeLong(checksum(bytes));
        return out.toByteArray();
    }

    /** Reads what {@link #toBytes()} wrote; {@link StateException} when it is damaged. */
    public static Snapshot fromBytes(byte[] bytes) {
        try {
            var in = new StateInput(bytes);
            if (in.readInt() != MAGIC) {
                throw new StateException("these bytes are not a snapshot", null);
            }
            int version = in.readByte();
            if (version != VERSION) {
                throw new StateException(
                        "the snapshot has version " + version + ", and this library reads " + VERSION
                                + "; use a newer one",
                        null);
            }
            byte[] body = in.readBytes();
            if (in.readLong() != checksum(body) || in.remaining() > 0) {
                throw new StateException("the snapshot is damaged: its checksum does not fit", null);
            }
            var content = new StateInput(body);
            return new Snapshot(content.readString(), content.readBytes());
        } catch (IllegalArgumentException e) {
            throw new StateException("the snapshot is damaged: " + e.getMessage(), e);
        }
    }

    private static long checksum(byte[] bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }
}
