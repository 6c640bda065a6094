package io.streamsboot.workflow.journal.redis;

import io.streamsboot.workflow.journal.internal.FieldWriter;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of a chunk as bytes: of each write the run, and what it is about. Of an id only the end is kept that differs
 * from the one before. Not thread-safe.
 */
final class ChunkIndex {

    private static final Logger LOG = LoggerFactory.getLogger(ChunkIndex.class);
    private static final int MOST = 0xffff;

    private final FieldWriter out = new FieldWriter(1024);
    private byte[] last = new byte[0];

    /**
     * A write of a run.
     *
     * @param runId id of the run
     * @param lastOffset offset of its last record
     * @param number which of its writes it is
     * @param what what it is about
     */
    record Item(String runId, long lastOffset, int number, Written what) {}

    void add(KnownRun run, int number, Written what) {
        byte[] id = run.runId().getBytes(StandardCharsets.UTF_8);
        int same = Arrays.mismatch(id, last);
        int shared = same < 0 ? Math.min(id.length, MOST) : Math.min(same, MOST);
        out.number2(shared);
        out.number4(id.length - shared);
        out.raw(id, shared, id.length - shared);
        out.number8(run.lastOffset());
        out.number4(number);
        out.number1(what.letter());
        last = id;
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }

    /**
     * What an index says; as much of it as can be read.
     *
     * @param chunk names the chunk, for the log
     */
    static List<Item> read(String chunk, byte[] index) {
        List<Item> items = new ArrayList<>();
        byte[] last = new byte[0];
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(index))) {
            while (in.available() > 0) {
                last = id(in, last);
                long lastOffset = in.readLong();
                int number = in.readInt();
                Written what = Written.of((char) in.readUnsignedByte());
                if (what != null) {
                    items.add(new Item(new String(last, StandardCharsets.UTF_8), lastOffset, number, what));
                }
            }
        } catch (IOException e) {
            LOG.warn(
                    "The index of {} is damaged behind its first {} writes: runs may do steps again whose results it has",
                    chunk,
                    items.size());
        }
        return items;
    }

    private static byte[] id(DataInputStream in, byte[] before) throws IOException {
        int shared = in.readUnsignedShort();
        int more = in.readInt();
        if (shared > before.length || more < 0) {
            throw new EOFException("not an index");
        }
        byte[] end = in.readNBytes(more);
        byte[] id = Arrays.copyOf(before, shared + end.length);
        System.arraycopy(end, 0, id, shared, end.length);
        return id;
    }
}
