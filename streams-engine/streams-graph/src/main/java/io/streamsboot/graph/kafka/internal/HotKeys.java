package io.streamsboot.graph.kafka.internal;

import io.streamsboot.graph.internal.Feeder;
import io.streamsboot.graph.internal.Lane;
import io.streamsboot.graph.kafka.GraphStateError;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The states that a task has as objects, in the order of their last use. Belongs to the thread of its task. */
final class HotKeys<K, R, V> implements StateStore {

    private static final byte VERSION = 1;

    private final String name;
    private final GraphPlan<K, R, V> plan;
    private final Feeder<R, V> feeder;
    private final SerdeCodec<R> records;
    private final Map<Object, Entry<K, R>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final List<Entry<K, R>> changed = new ArrayList<>();
    private boolean marked;
    private boolean open;

    private @Nullable KeyValueStore<K, byte[]> store;

    HotKeys(String name, GraphPlan<K, R, V> plan) {
        this.name = name;
        this.plan = plan;
        this.feeder = plan.graph().feeder(plan.outOfOrder());
        this.records =
                new SerdeCodec<>(plan.input().topics().get(0), plan.input().values());
    }

    /** State of one key. */
    static final class Entry<K, R> {

        final K key;
        final Lane<R> lane;

        /** Timestamp of its latest record in milliseconds. */
        long lastSeen;

        private boolean dirty;

        Entry(K key, Lane<R> lane, long lastSeen) {
            this.key = key;
            this.lane = lane;
            this.lastSeen = lastSeen;
        }

        @Override
        public String toString() {
            return "the record of key " + key;
        }
    }

    /** Says where the bytes are; processors call it once their task has its stores. */
    void over(KeyValueStore<K, byte[]> bytes) {
        store = bytes;
    }

    Feeder<R, V> feeder() {
        return feeder;
    }

    /** The state of a key: hot, stored, or fresh and not kept until {@link #keep}. */
    Entry<K, R> get(K key) {
        Entry<K, R> hot = entries.get(identity(key));
        if (hot != null) {
            return hot;
        }
        byte[] saved;
        try {
            saved = store().get(key);
            return saved == null ? new Entry<>(key, feeder.newLane(), Long.MIN_VALUE) : load(key, saved);
        } catch (TaskMigratedException | TaskCorruptedException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new GraphStateError(
                    "the state of key " + key + " in store '" + plan.name() + "-state' cannot be read: "
                            + e.getMessage()
                            + ". If the graph has changed, give it a migration with migratedBy, or reset the application",
                    e);
        }
    }

    /** Notes that a state has changed; true if a mark must be left. */
    boolean keep(Entry<K, R> entry) {
        if (!entry.dirty) {
            entry.dirty = true;
            changed.add(entry);
            entries.putIfAbsent(identity(entry.key), entry);
        }
        if (marked) {
            return false;
        }
        marked = true;
        return true;
    }

    /** Keeps the number of objects within bounds; one that has changed is written before it goes. */
    void evict() {
        while (entries.size() > plan.state().hotKeys()) {
            Iterator<Entry<K, R>> eldest = entries.values().iterator();
            write(eldest.next());
            eldest.remove();
        }
        if (changed.size() > 2L * plan.state().hotKeys()) {
            changed.removeIf(entry -> !entry.dirty);
        }
    }

    /** Writes what has changed. */
    void writeBack() {
        changed.forEach(this::write);
        changed.clear();
        marked = false;
    }

    private void write(Entry<K, R> entry) {
        if (entry.dirty) {
            try {
                store().put(entry.key, save(entry));
            } catch (TaskMigratedException | TaskCorruptedException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new GraphStateError(
                        "the state of key " + entry.key + " in store '" + plan.name() + "-state' cannot be written: "
                                + e.getMessage() + ". Correct the codec or serde that failed, and start again",
                        e);
            }
            entry.dirty = false;
        }
    }

    private byte[] save(Entry<K, R> entry) {
        var out = new StateOutput();
        out.writeByte(VERSION);
        out.writeLong(entry.lastSeen);
        feeder.save(entry.lane, records, out);
        return out.toByteArray();
    }

    private Entry<K, R> load(K key, byte[] saved) {
        var in = new StateInput(saved);
        long lastSeen = lastSeen(in);
        Lane<R> lane = feeder.load(records, in);
        if (in.remaining() > 0) {
            throw new IllegalStateException(in.remaining() + " bytes are left over");
        }
        return new Entry<>(key, lane, lastSeen);
    }

    private static long lastSeen(StateInput in) {
        byte version = in.readByte();
        if (version != VERSION) {
            throw new IllegalStateException("it has format " + version + ", and this version knows " + VERSION);
        }
        return in.readLong();
    }

    /**
     * Forgets keys without a record since a time in milliseconds.
     *
     * @return how many records they held back
     */
    Expired expire(long before) {
        long keys = 0;
        long held = 0;
        for (Iterator<Entry<K, R>> all = entries.values().iterator(); all.hasNext(); ) {
            Entry<K, R> entry = all.next();
            if (entry.lastSeen < before) {
                entry.dirty = false;
                held += entry.lane.heldBack();
                keys++;
                all.remove();
                store().delete(entry.key);
            }
        }
        changed.removeIf(entry -> !entry.dirty);
        List<K> cold = new ArrayList<>();
        try (KeyValueIterator<K, byte[]> all = store().all()) {
            while (all.hasNext()) {
                KeyValue<K, byte[]> saved = all.next();
                if (lastSeen(new StateInput(saved.value)) < before && !entries.containsKey(identity(saved.key))) {
                    held += load(saved.key, saved.value).lane.heldBack();
                    cold.add(saved.key);
                }
            }
        }
        for (K key : cold) {
            store().delete(key);
            keys++;
        }
        return new Expired(keys, held);
    }

    /** What expiry took away. */
    record Expired(long keys, long heldBack) {}

    /** Keys are the same if their bytes are; objects of these classes say so themselves. */
    private Object identity(K key) {
        return key instanceof String || key instanceof Number || key instanceof UUID
                ? key
                : Bytes.wrap(plan.keys().serde().serializer().serialize(records.topic(), key));
    }

    private KeyValueStore<K, byte[]> store() {
        return Objects.requireNonNull(store, "the task has not been initialised");
    }

    private void clear() {
        entries.clear();
        changed.clear();
        marked = false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        // A task that is revived begins with the same objects again.
        clear();
        open = true;
        context.register(root, (key, value) -> {});
    }

    @Override
    @SuppressWarnings("deprecation") // Kafka 4.2 has no other
    public void flush() {}

    @Override
    public void close() {
        clear();
        open = false;
    }

    @Override
    public boolean persistent() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }
}
