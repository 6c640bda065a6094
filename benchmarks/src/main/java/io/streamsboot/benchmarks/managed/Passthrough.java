package io.streamsboot.benchmarks.managed;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Every record goes from one topic to another: past the meter alone, or past a processor more that does nothing. */
final class Passthrough implements Workload {

    private final boolean processor;

    Passthrough() {
        this(false);
    }

    private Passthrough(boolean processor) {
        this.processor = processor;
    }

    /** With a processor beside the meter: what the node of a graph costs before the graph does anything. */
    static Passthrough withProcessor() {
        return new Passthrough(true);
    }

    @Override
    public String title() {
        return processor ? "idle processor" : "passthrough";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        KStream<byte[], byte[]> stream = builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .processValues(meter::processor, Named.as(Meter.NODE));
        if (processor) {
            stream = stream.processValues(Idle::new, Named.as("idle"));
        }
        stream.to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        long written = cluster.countCommitted(output, records);
        if (written != records) {
            throw new IllegalStateException(written + " records came out of " + records);
        }
    }

    /** Gives each record another object for its value, as every processor does that has computed one. */
    private static final class Idle extends ContextualFixedKeyProcessor<byte[], byte[], byte[]> {

        @Override
        public void process(FixedKeyRecord<byte[], byte[]> record) {
            context().forward(record.withValue(record.value()));
        }
    }
}
