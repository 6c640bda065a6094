package io.streamsboot.graph.kafka.internal;

import io.streamsboot.graph.internal.Feeder;
import io.streamsboot.graph.kafka.GraphStateError;
import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The states that a task has as objects. Belongs to the thread of its task.
 *
 * <p>Which go when there are too many is decided by the clock algorithm (Corbató 1968): in the order in which they came, but who
 * has been used since its last turn gets another. Unlike an order of last use it costs a record one store into an object that
 * it touches anyway.
 */
final class HotKeys<K, R, V> implements StateStore {

    private static final byte VERSION = 1;

    private final String name;
    private final GraphPlan<K, R, V> plan;
    private final Feeder<R, V> feeder;
    private final SerdeCodec<R> records;
    private final HotTable<K, R> table = new HotTable<>();

    /** Those in the table, who is judged next in front. */
    private final Deque<HotKey<K, R>> clock = new ArrayDeque<>();

    private final List<HotKey<K, R>> changed = new ArrayList<>();

    /** For one state after the other. */
    private final StateOutput out = new StateOutput();

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

    /** Says where the bytes are; processors call it once their task has its stores. */
    void over(KeyValueStore<K, byte[]> bytes) {
        store = bytes;
    }

    Feeder<R, V> feeder() {
        return feeder;
    }

    /** The state of a key: hot, stored, or fresh and not kept until {@link #keep}. */
    HotKey<K, R> get(K key) {
        Object identity = identity(key);
        HotKey<K, R> hot = table.get(identity);
        if (hot != null) {
            hot.used = true;
            return hot;
        }
        byte[] saved;
        try {
            saved = store().get(key);
            return saved == null ? new HotKey<>(key, identity, feeder) : load(key, identity, saved);
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
    boolean keep(HotKey<K, R> entry) {
        if (!entry.dirty) {
            entry.dirty = true;
            changed.add(entry);
            if (!entry.kept) {
                entry.kept = true;
                table.add(entry);
                clock.addLast(entry);
            }
        }
        if (marked) {
            return false;
        }
        marked = true;
        return true;
    }

    /** Keeps the number of objects within bounds; one that has changed is written before it goes. */
    void evict() {
        while (table.size() > plan.state().hotKeys()) {
            HotKey<K, R> judged = clock.removeFirst();
            if (judged.used) {
                judged.used = false;
                clock.addLast(judged);
            } else {
                write(judged);
                forget(judged);
            }
        }
        if (changed.size() > 2L * plan.state().hotKeys()) {
            changed.removeIf(entry -> !entry.dirty);
        }
    }

    private void forget(HotKey<K, R> entry) {
        entry.kept = false;
        table.remove(entry);
    }

    /** Writes what has changed. */
    void writeBack() {
        changed.forEach(this::write);
        changed.clear();
        marked = false;
    }

    private void write(HotKey<K, R> entry) {
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

    private byte[] save(HotKey<K, R> entry) {
        out.clear();
        out.writeByte(VERSION);
        out.writeLong(entry.lastSeen);
        feeder.save(entry, records, out);
        return out.toByteArray();
    }

    private HotKey<K, R> load(K key, Object identity, byte[] saved) {
        var in = new StateInput(saved);
        var loaded = new HotKey<K, R>(key, identity, feeder);
        loaded.lastSeen = lastSeen(in);
        feeder.load(loaded, records, in);
        if (in.remaining() > 0) {
            throw new IllegalStateException(in.remaining() + " bytes are left over");
        }
        return loaded;
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
        for (HotKey<K, R> entry : clock) {
            if (entry.lastSeen < before) {
                entry.dirty = false;
                held += entry.heldBack();
                keys++;
                forget(entry);
                store().delete(entry.key);
            }
        }
        clock.removeIf(entry -> entry.lastSeen < before);
        changed.removeIf(entry -> !entry.dirty);
        List<K> cold = new ArrayList<>();
        try (KeyValueIterator<K, byte[]> all = store().all()) {
            while (all.hasNext()) {
                KeyValue<K, byte[]> saved = all.next();
                Object identity = identity(saved.key);
                if (lastSeen(new StateInput(saved.value)) < before && table.get(identity) == null) {
                    held += load(saved.key, identity, saved.value).heldBack();
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
                : plan.keys().serde().serializer().serialize(records.topic(), key);
    }

    private KeyValueStore<K, byte[]> store() {
        return Objects.requireNonNull(store, "the task has not been initialised");
    }

    private void clear() {
        table.clear();
        clock.clear();
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
