package io.streamsboot.graph.internal;

import io.streamsboot.graph.KeyedRun;
import io.streamsboot.graph.KeyedSink;
import io.streamsboot.graph.Sink;
import io.streamsboot.graph.StateException;
import io.streamsboot.graph.Step;
import io.streamsboot.graph.UserCodeException;
import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import io.streamsboot.graph.value.Late;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A run with a lane for every key. All lanes share one machine. */
final class KeyedRunImpl<K, R, V> implements KeyedRun<K, R>, Sink<R, V>, Feeder.LateSink<R> {

    private static final int MAGIC = 0x5342474b;

    private final Feeder<R, V> feeder;
    private final KeyedConfig<K, R> config;
    private final KeyedSink<K, R, V> sink;
    private Map<K, Lane<R>> lanes = new LinkedHashMap<>();

    /** The key whose lane is being stepped. */
    private @Nullable K current;

    private long late;
    private boolean finished;

    KeyedRunImpl(Feeder<R, V> feeder, KeyedConfig<K, R> config, KeyedSink<K, R, V> sink) {
        this.feeder = feeder;
        this.config = config;
        this.sink = sink;
    }

    @Override
    public void accept(R record) {
        RunImpl.checkOpen(finished);
        K key = keyOf(record);
        current = key;
        Lane<R> lane = lanes.get(key);
        boolean fresh = lane == null;
        if (lane == null) {
            lane = feeder.newLane();
            lanes.put(key, lane);
        }
        boolean taken = false;
        try {
            feeder.accept(lane, record, this, this, this);
            taken = true;
        } finally {
            if (fresh && !taken && lane.arrivals == 0) {
                lanes.remove(key);
            }
        }
    }

    private K keyOf(R record) {
        Objects.requireNonNull(record, "the record is null");
        try {
            return Objects.requireNonNull(config.key().apply(record), "the key is null");
        } catch (RuntimeException e) {
            throw new UserCodeException("the key function", record, e);
        }
    }

    /** What an error calls the record in hand. */
    @Override
    public String toString() {
        return "the record of key " + current;
    }

    @Override
    public void accept(Step<R, V> step) {
        sink.accept(Objects.requireNonNull(current), step);
    }

    @Override
    public void late(R record, long time, long watermark) {
        late++;
        if (config.late() != null) {
            config.late()
                    .accept(new Late<>(
                            Objects.requireNonNull(current), Times.instant(time), record, Times.instant(watermark)));
        }
    }

    @Override
    public void advanceTo(Instant watermark) {
        RunImpl.checkOpen(finished);
        long until = Times.nanos(watermark);
        lanes.forEach((key, lane) -> {
            if (lane.time() > until) {
                throw new IllegalArgumentException("the watermark " + watermark + " lies before "
                        + Times.instant(lane.time()) + ", which key " + key
                        + " has reached; advance keys one by one");
            }
        });
        forEachLane((key, lane) -> feeder.advance(lane, watermark, this));
    }

    @Override
    public void advanceTo(K key, Instant watermark) {
        RunImpl.checkOpen(finished);
        current = key;
        feeder.advance(lanes.computeIfAbsent(key, k -> feeder.newLane()), watermark, this);
    }

    @Override
    public void finish() {
        if (!finished) {
            finished = true;
            forEachLane((key, lane) -> feeder.finish(lane, this));
        }
    }

    private void forEachLane(BiConsumer<K, Lane<R>> action) {
        UserCodeException failed = null;
        for (Map.Entry<K, Lane<R>> entry : lanes.entrySet()) {
            current = entry.getKey();
            try {
                action.accept(entry.getKey(), entry.getValue());
            } catch (UserCodeException e) {
                failed = Feeder.add(failed, e);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public long late() {
        return late;
    }

    @Override
    public Set<K> keys() {
        return Collections.unmodifiableSet(lanes.keySet());
    }

    @Override
    public void forget(K key) {
        lanes.remove(key);
    }

    @Override
    public byte[] save(K key) {
        Lane<R> lane = lanes.get(key);
        if (lane == null) {
            throw new StateException("there is no state of key " + key + "; keys() has those that have come", null);
        }
        var out = new StateOutput();
        feeder.save(lane, config.records(), out);
        return out.toByteArray();
    }

    @Override
    public void load(K key, byte[] state) {
        lanes.put(key, lane(state));
    }

    private Lane<R> lane(byte[] state) {
        var in = new StateInput(state);
        Lane<R> lane = feeder.newLane();
        feeder.load(lane, config.records(), in);
        RunImpl.checkAllRead(in);
        return lane;
    }

    @Override
    public byte[] save() {
        Codec<K> keys = keys(config);
        var out = new StateOutput();
        out.writeInt(MAGIC);
        out.writeLong(late);
        out.writeInt(lanes.size());
        lanes.keySet().forEach(key -> {
            keys.write(key, out);
            out.writeBytes(save(key));
        });
        return out.toByteArray();
    }

    @Override
    public void load(byte[] state) {
        Codec<K> keys = keys(config);
        var loaded = new LinkedHashMap<K, Lane<R>>();
        long loadedLate;
        try {
            var in = new StateInput(state);
            if (in.readInt() != MAGIC) {
                throw new StateException("these bytes are not the state of a keyed run", null);
            }
            loadedLate = in.readLong();
            int size = in.readLength(Integer.BYTES);
            for (int i = 0; i < size; i++) {
                K key = keys.read(in);
                loaded.put(key, lane(in.readBytes()));
            }
            RunImpl.checkAllRead(in);
        } catch (StateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StateException("the state cannot be read: " + e.getMessage(), e);
        }
        lanes = loaded;
        late = loadedLate;
    }

    private static <K, R> Codec<K> keys(KeyedConfig<K, R> config) {
        Codec<K> keys = config.keys();
        if (keys == null) {
            throw new StateException("there is no codec for keys; call codecs on the runner", null);
        }
        return keys;
    }
}
