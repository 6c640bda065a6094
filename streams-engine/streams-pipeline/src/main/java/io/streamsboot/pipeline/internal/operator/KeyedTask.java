package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.internal.time.Item;
import io.streamsboot.pipeline.internal.time.Origin;
import io.streamsboot.pipeline.internal.time.Watermarks;
import org.jspecify.annotations.Nullable;

/** A step with state in one task: puts late rows aside, follows the watermark, and tells how far it is itself. */
public final class KeyedTask {

    private final String output;
    private final int partition;
    private final Watermarks watermarks;
    private final Operator operator;
    private Item.Progress told;
    private boolean announced;

    /** Takes what comes out. */
    public interface Sink {

        /** A row, with the key of its record. */
        void row(byte @Nullable [] recordKey, Item.Row row);

        /** A row that came too late. */
        void late(byte @Nullable [] recordKey, byte[] value);

        /** How far the task is. */
        void progress(Item.Progress progress);
    }

    /** A task of a stage. */
    public KeyedTask(String output, int partition, Watermarks watermarks, Operator operator) {
        this.output = output;
        this.partition = partition;
        this.watermarks = watermarks;
        this.operator = operator;
        this.told = progress();
    }

    /** It is quiet when nothing comes and nothing is open: until then, who is behind it has to wait for what will come forth. */
    private Item.Progress progress() {
        long watermark = watermarks.watermark();
        return new Item.Progress(
                output,
                partition,
                watermark == Item.NOTHING ? Item.NOTHING : watermark - operator.delay(),
                watermarks.isIdle() && !operator.isOpen());
    }

    /** The watermark; {@link Item#NOTHING} before there is one. */
    public long watermark() {
        return watermarks.watermark();
    }

    /** Takes what came from a repartition. */
    public void accept(Keyed keyed, Sink sink) {
        if (keyed instanceof Keyed.Row row) {
            long closed = watermarks.late(row.origin());
            if (operator.isLate(row, closed)) {
                sink.late(row.recordKey(), row.value());
            } else {
                long bound = operator.closes() ? told.time() : row.origin().bound();
                operator.row(row, closed, emitter(bound, sink));
            }
        } else if (keyed instanceof Keyed.Tidings tidings) {
            watermarks.hear(tidings.progress());
            advance(sink);
        }
    }

    /** Closes everything that is open. */
    public void finish(Sink sink) {
        watermarks.raise(operator.advance(Long.MAX_VALUE, emitter(told.time(), sink)));
        advance(sink);
    }

    /** Lets time pass. */
    public void tick(long nowMs, Sink sink) {
        if (watermarks.tick(nowMs)) {
            finish(sink);
        } else {
            advance(sink);
        }
    }

    private void advance(Sink sink) {
        if (watermarks.watermark() != Item.NOTHING) {
            operator.advance(watermarks.watermark(), emitter(told.time(), sink));
        }
        Item.Progress now = progress();
        if (!announced || !now.equals(told)) {
            announced = true;
            told = now;
            sink.progress(now);
        }
    }

    /** What came forth has no offset: in its place stands what tells it apart, so that its order is always the same. */
    private Emitter emitter(long bound, Sink sink) {
        return (recordKey, value, time) -> sink.row(
                recordKey, new Item.Row(value, new Origin(output, partition, hash(value), 0, time, bound), null));
    }

    private static long hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }
}
