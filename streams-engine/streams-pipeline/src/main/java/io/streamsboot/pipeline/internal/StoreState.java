package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.time.State;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** A state store as state. */
final class StoreState implements State {

    private final KeyValueStore<Bytes, byte[]> store;

    StoreState(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
        return store.get(Bytes.wrap(key));
    }

    @Override
    @SuppressWarnings("NullAway") // the store takes null for a removal, and does not say so
    public void put(byte[] key, byte @Nullable [] value) {
        store.put(Bytes.wrap(key), value);
    }

    @Override
    public List<Entry> range(byte[] from, byte[] to, int limit) {
        Bytes end = Bytes.wrap(to);
        List<Entry> entries = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> iterator = store.range(Bytes.wrap(from), end)) {
            while (entries.size() < limit && iterator.hasNext()) {
                KeyValue<Bytes, byte[]> next = iterator.next();
                if (next.key.compareTo(end) >= 0) {
                    break;
                }
                entries.add(new Entry(next.key.get(), next.value));
            }
        }
        return entries;
    }
}
