package io.streamsboot.samples.flightboard.board;

import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.springframework.stereotype.Component;

/**
 * Reads what the stores of this process hold. A store cannot be read while its topology is starting, moving partitions,
 * or down; the answer is empty then. Thread-safe.
 */
@Component
class LocalStores {

    private final ManagedTopologies topologies;

    LocalStores(ManagedTopologies topologies) {
        this.topologies = topologies;
    }

    /** The state of each topology, by its name. */
    Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        for (ManagedTopology topology : topologies.all()) {
            states.put(topology.name(), topology.status().state().name());
        }
        return states;
    }

    /** All entries of a store. */
    <V> Optional<Map<String, V>> entries(String topology, String store) {
        return read(topology, store, QueryableStoreTypes.<String, V>keyValueStore(), LocalStores::entries);
    }

    /** The windows of one store that begin at a moment, by key. */
    <V> Optional<Map<String, V>> windows(String topology, String store, Instant start) {
        return read(topology, store, QueryableStoreTypes.<String, V>windowStore(), windows -> windows(windows, start));
    }

    private static <V> Map<String, V> entries(ReadOnlyKeyValueStore<String, V> store) {
        Map<String, V> entries = new HashMap<>();
        // An iterator holds native memory until it is closed.
        try (KeyValueIterator<String, V> all = store.all()) {
            while (all.hasNext()) {
                KeyValue<String, V> entry = all.next();
                entries.put(entry.key, entry.value);
            }
        }
        return entries;
    }

    private static <V> Map<String, V> windows(ReadOnlyWindowStore<String, V> store, Instant start) {
        Map<String, V> entries = new HashMap<>();
        try (KeyValueIterator<Windowed<String>, V> windows = store.fetchAll(start, start)) {
            while (windows.hasNext()) {
                KeyValue<Windowed<String>, V> entry = windows.next();
                entries.put(entry.key.key(), entry.value);
            }
        }
        return entries;
    }

    private <S, R> Optional<R> read(String topology, String store, QueryableStoreType<S> type, Function<S, R> reader) {
        ManagedTopology managed = topologies.find(topology);
        KafkaStreams streams = managed == null ? null : managed.kafkaStreams();
        if (streams == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(streams.store(StoreQueryParameters.fromNameAndType(store, type))));
        } catch (InvalidStateStoreException | IllegalStateException e) {
            return Optional.empty();
        }
    }
}
