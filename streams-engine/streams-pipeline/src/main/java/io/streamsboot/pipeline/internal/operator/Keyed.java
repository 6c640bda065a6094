package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.Item;
import io.streamsboot.pipeline.internal.time.Origin;
import java.io.DataInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What crosses from the tasks that read to the task that has the state of a key. */
public sealed interface Keyed {

    /**
     * A row with its key.
     *
     * @param key values of the key's columns as a JSON list
     * @param side which input of a join it is from, 0 or 1
     * @param recordKey key of the record that it came in
     * @param value JSON
     * @param origin where it came from
     */
    record Row(byte[] key, int side, byte @Nullable [] recordKey, byte[] value, Origin origin) implements Keyed {}

    /**
     * How far a partition is; for all tasks.
     *
     * @param progress what is known
     */
    record Tidings(Item.Progress progress) implements Keyed {}

    /** As bytes, without the key of a row, which is the record's. */
    static byte[] write(Keyed keyed) {
        return Bits.write(out -> {
            if (keyed instanceof Row row) {
                out.writeByte(1);
                out.writeByte(row.side());
                Bits.bytes(out, row.recordKey());
                Bits.bytes(out, row.value());
                Bits.origin(out, row.origin());
            } else if (keyed instanceof Tidings tidings) {
                Item.Progress progress = tidings.progress();
                out.writeByte(2);
                out.writeUTF(progress.source());
                out.writeInt(progress.partition());
                out.writeLong(progress.time());
                out.writeBoolean(progress.idle());
            }
        });
    }

    /** What the bytes say. */
    static Keyed read(byte[] key, byte[] bytes) {
        return Bits.read(bytes, in -> read(key, in));
    }

    private static Keyed read(byte[] key, DataInput in) throws IOException {
        byte kind = in.readByte();
        if (kind == 1) {
            int side = in.readByte();
            byte[] recordKey = Bits.bytes(in);
            byte[] value = Bits.bytes(in);
            return new Row(key, side, recordKey, value == null ? new byte[0] : value, Bits.origin(in));
        } else if (kind == 2) {
            return new Tidings(new Item.Progress(in.readUTF(), in.readInt(), in.readLong(), in.readBoolean()));
        }
        throw new IOException("a message of kind " + kind);
    }
}
