package io.streamsboot.pipeline.internal.time;

import io.streamsboot.pipeline.definition.OnIdle;
import java.io.DataInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The watermark of a task with state: the least of the newest event times of all partitions that feed it, idle ones aside,
 * minus the lateness. It never goes back, and outlives restarts. A partition that has not been heard of holds it, and so does one
 * that was idle before the task began: while the application was away there may have come rows for it, so that it is given the idle
 * timeout to speak up.
 */
public final class Watermarks {

    private static final byte[] KEY = "watermarks".getBytes(StandardCharsets.US_ASCII);

    /** The clock moves it in steps, because each of them is told to all tasks behind. */
    private static final long STEP_MS = 1_000;

    private final Map<String, Integer> sources;
    private final long lateness;
    private final OnIdle onIdle;
    private final State state;
    private final QuietTime hearing;
    private final Map<String, Map<Integer, Item.Progress>> heard = new TreeMap<>();
    private long watermark = Item.NOTHING;
    private long idleSince = -1;
    private long idleFrom;

    /**
     * Watermarks as the state has them.
     *
     * @param sources how many partitions each source has
     * @param lateness what the watermark is behind the newest row
     * @param idleTimeoutMs after so long those that are idle do not hold it any more; 0 for never
     */
    public Watermarks(
            Map<String, Integer> sources, long lateness, OnIdle onIdle, long idleTimeoutMs, State state, long nowMs) {
        this.sources = Map.copyOf(sources);
        this.lateness = lateness;
        this.onIdle = onIdle;
        this.state = state;
        this.hearing = new QuietTime(idleTimeoutMs, nowMs);
        sources.keySet().forEach(source -> heard.put(source, new TreeMap<>()));
        byte[] stored = state.get(KEY);
        if (stored != null) {
            watermark = Bits.read(stored, this::load);
        }
    }

    private long load(DataInput in) throws IOException {
        long last = in.readLong();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            put(new Item.Progress(in.readUTF(), in.readInt(), in.readLong(), in.readBoolean()));
        }
        return last;
    }

    private void store() {
        state.put(KEY, Bits.write(out -> {
            out.writeLong(watermark);
            out.writeInt(heard.values().stream().mapToInt(Map::size).sum());
            for (Map<Integer, Item.Progress> partitions : heard.values()) {
                for (Item.Progress progress : partitions.values()) {
                    out.writeUTF(progress.source());
                    out.writeInt(progress.partition());
                    out.writeLong(progress.time());
                    out.writeBoolean(progress.idle());
                }
            }
        }));
    }

    private void put(Item.Progress progress) {
        Map<Integer, Item.Progress> partitions = heard.get(progress.source());
        if (partitions != null && progress.partition() < sources.getOrDefault(progress.source(), 0)) {
            partitions.put(progress.partition(), progress);
        }
    }

    /** Nothing that ends at or before this is open any more. */
    public long watermark() {
        return watermark;
    }

    /** What the watermark will be at least when a row with this bound is taken into account: later is late. */
    public long late(Origin origin) {
        return Math.max(watermark, minus(origin.bound()));
    }

    /** Takes note of a partition. */
    public void hear(Item.Progress progress) {
        put(progress);
        raiseToLeast();
        store();
    }

    private void raiseToLeast() {
        if (!isIdle()) {
            idleSince = -1;
            raise(minus(least()));
        }
    }

    /** Whether all partitions are quiet. */
    public boolean isIdle() {
        for (Map.Entry<String, Integer> source : sources.entrySet()) {
            Map<Integer, Item.Progress> partitions = partitions(source.getKey());
            if (partitions.size() < source.getValue()
                    || partitions.values().stream().anyMatch(progress -> !isIdle(progress))) {
                return false;
            }
        }
        return true;
    }

    private boolean isIdle(Item.Progress progress) {
        return progress.idle() && hearing.isOver();
    }

    /**
     * Lets time pass.
     *
     * @param nowMs the wall clock
     * @return whether everything that is open is to be closed
     */
    public boolean tick(long nowMs) {
        if (!hearing.isOver()) {
            hearing.look(nowMs);
            raiseToLeast();
        }
        if (!isIdle() || newest() == Item.NOTHING) {
            idleSince = -1;
            return false;
        }
        if (idleSince < 0) {
            idleSince = nowMs;
            idleFrom = Math.max(watermark, minus(newest()));
        }
        boolean closes = onIdle == OnIdle.CLOSE;
        long elapsed = Math.max(0, nowMs - idleSince);
        raise(closes ? idleFrom : idleFrom + elapsed - elapsed % STEP_MS);
        return closes;
    }

    /** Moves the watermark on, never back. */
    public void raise(long to) {
        if (to > watermark) {
            watermark = to;
            store();
        }
    }

    private long least() {
        long least = Long.MAX_VALUE;
        for (Map.Entry<String, Integer> source : sources.entrySet()) {
            Map<Integer, Item.Progress> partitions = partitions(source.getKey());
            if (partitions.size() < source.getValue()) {
                return Item.NOTHING;
            }
            for (Item.Progress progress : partitions.values()) {
                least = isIdle(progress) ? least : Math.min(least, progress.time());
            }
        }
        return least;
    }

    private Map<Integer, Item.Progress> partitions(String source) {
        return heard.getOrDefault(source, Map.of());
    }

    private long newest() {
        return heard.values().stream()
                .flatMap(partitions -> partitions.values().stream())
                .mapToLong(Item.Progress::time)
                .max()
                .orElse(Item.NOTHING);
    }

    private long minus(long time) {
        return time == Item.NOTHING ? Item.NOTHING : time - lateness;
    }
}
