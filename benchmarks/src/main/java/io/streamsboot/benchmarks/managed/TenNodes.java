package io.streamsboot.benchmarks.managed;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/**
 * Records pass ten operators that do nothing, and are not written anywhere. No real topology is so light: this is where
 * a cost for each node shows best.
 */
final class TenNodes implements Workload {

    private static final int NODES = 10;

    @Override
    public String title() {
        return "ten nodes";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        KStream<byte[], byte[]> stream = builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()));
        for (int node = 1; node <= NODES; node++) {
            stream = stream.mapValues(value -> value, Named.as("node-" + node));
        }
        stream.processValues(meter::processor, Named.as(Meter.NODE));
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        // The meter is the last node: what it counted came out.
    }
}
