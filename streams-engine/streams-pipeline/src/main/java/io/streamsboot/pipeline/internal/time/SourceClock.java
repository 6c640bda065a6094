package io.streamsboot.pipeline.internal.time;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.row.RowException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The event time of one partition of a topic. What it knows outlives restarts; how long the partition has been quiet is
 * counted anew by each.
 */
public final class SourceClock {

    private static final byte[] NEWEST = "newest".getBytes(StandardCharsets.US_ASCII);

    private final String source;
    private final int partition;
    private final @Nullable TimeReader reader;
    private final State state;
    private final QuietTime quiet;
    private long newest = Item.NOTHING;
    private Item.@Nullable Progress told;

    /** A clock that begins where the state left off. */
    public SourceClock(
            String source, int partition, @Nullable TimeReader reader, long idleTimeoutMs, State state, long nowMs) {
        this.source = source;
        this.partition = partition;
        this.reader = reader;
        this.state = state;
        this.quiet = new QuietTime(idleTimeoutMs, nowMs);
        byte[] stored = state.get(NEWEST);
        if (stored != null) {
            newest = Bits.read(stored, in -> in.readLong());
        }
    }

    /** A record as a row with its time. */
    public Item.Row row(byte @Nullable [] value, long offset, long timestamp, long nowMs) {
        quiet.restart(nowMs);
        long time;
        try {
            time = reader == null ? Math.max(0, timestamp) : reader.read(value);
        } catch (RowException | EvaluationException e) {
            long stand = Math.max(0, newest);
            return new Item.Row(value, new Origin(source, partition, offset, 0, stand, stand), e);
        }
        if (time > newest) {
            newest = time;
            state.put(NEWEST, Bits.write(out -> out.writeLong(time)));
        }
        return new Item.Row(value, new Origin(source, partition, offset, 0, time, newest), null);
    }

    /** Whether others take the partition for quiet although it is not: they must be told before the next row. */
    public boolean wakes() {
        return told != null && told.idle() && !quiet.isOver();
    }

    /** What others are to be told now; null if they know it. */
    public Item.@Nullable Progress tell(long nowMs) {
        quiet.look(nowMs);
        Item.Progress now = new Item.Progress(source, partition, newest, quiet.isOver());
        if (now.equals(told)) {
            return null;
        }
        told = now;
        return now;
    }
}
