package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.time.State;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** State of a tester. */
final class MapState implements State {

    private final TreeMap<Bytes, byte[]> entries = new TreeMap<>();

    @Override
    public byte @Nullable [] get(byte[] key) {
        return entries.get(Bytes.wrap(key));
    }

    @Override
    public void put(byte[] key, byte @Nullable [] value) {
        if (value == null) {
            entries.remove(Bytes.wrap(key));
        } else {
            entries.put(Bytes.wrap(key), value);
        }
    }

    @Override
    public List<Entry> range(byte[] from, byte[] to, int limit) {
        return entries.subMap(Bytes.wrap(from), Bytes.wrap(to)).entrySet().stream()
                .limit(limit)
                .map(entry -> new Entry(entry.getKey().get(), entry.getValue()))
                .toList();
    }
}
