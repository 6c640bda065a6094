package io.streamsboot.benchmarks.managed;

import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.Stores;

/**
 * Records are counted by key in an in-memory store. There is no cache, so that each record costs a read, a write and a
 * record of the changelog. In RocksDB the store would cost more, and what is added around it would show less.
 */
final class KeyedCount implements Workload {

    private static final String STORE = "counts";

    @Override
    public String title() {
        return "keyed count";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .processValues(meter::processor, Named.as(Meter.NODE))
                .groupByKey(Grouped.with("by-key", Serdes.ByteArray(), Serdes.ByteArray()))
                .count(
                        Named.as("count"),
                        Materialized.<byte[], Long>as(Stores.inMemoryKeyValueStore(STORE))
                                .withKeySerde(Serdes.ByteArray())
                                .withValueSerde(Serdes.Long())
                                .withLoggingEnabled(Map.of())
                                .withCachingDisabled());
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        long counted = 0;
        var store = streams.store(
                StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.<byte[], Long>keyValueStore()));
        try (KeyValueIterator<byte[], Long> counts = store.all()) {
            while (counts.hasNext()) {
                counted += counts.next().value;
            }
        }
        if (counted != records) {
            throw new IllegalStateException("the counts add up to " + counted + ", not to " + records + " records");
        }
    }
}
