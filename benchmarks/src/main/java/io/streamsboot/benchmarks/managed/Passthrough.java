package io.streamsboot.benchmarks.managed;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;

/** Every record goes from one topic to another. */
final class Passthrough implements Workload {

    @Override
    public String title() {
        return "passthrough";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .processValues(meter::processor, Named.as(Meter.NODE))
                .to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        long written = cluster.countCommitted(output, records);
        if (written != records) {
            throw new IllegalStateException(written + " records came out of " + records);
        }
    }
}
