package io.streamsboot.benchmarks.managed;

import java.util.Collection;
import java.util.List;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.state.StoreBuilder;

/** Puts the meter behind the source of a topology that is written by somebody else, and passes everything else on. */
final class MeteredBuilder extends StreamsBuilder {

    private final StreamsBuilder builder;
    private final Meter meter;

    MeteredBuilder(StreamsBuilder builder, Meter meter) {
        this.builder = builder;
        this.meter = meter;
    }

    /** Pipelines, and the graph here, read bytes. */
    @Override
    @SuppressWarnings("unchecked")
    public synchronized <K, V> KStream<K, V> stream(Collection<String> topics, Consumed<K, V> consumed) {
        KStream<byte[], byte[]> bytes = (KStream<byte[], byte[]>) builder.stream(topics, consumed);
        return (KStream<K, V>) bytes.processValues(meter::processor, Named.as(Meter.NODE));
    }

    @Override
    public synchronized <K, V> KStream<K, V> stream(String topic, Consumed<K, V> consumed) {
        return stream(List.of(topic), consumed);
    }

    @Override
    public synchronized StreamsBuilder addStateStore(StoreBuilder<?> store) {
        builder.addStateStore(store);
        return this;
    }
}
