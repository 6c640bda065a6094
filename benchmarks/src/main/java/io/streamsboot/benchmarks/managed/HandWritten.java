package io.streamsboot.benchmarks.managed;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Filter and project, written by hand as one processor.
 *
 * @param title how JSON is read and written
 * @param function makes the function of a task
 * @param expected rows that must come out
 */
record HandWritten(String title, Supplier<RowFunction> function, LongSupplier expected) implements Workload {

    /** What becomes of a row. */
    @FunctionalInterface
    interface RowFunction {

        /** The row that comes out, null if none does. */
        byte @Nullable [] apply(byte[] row);
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .processValues(meter::processor, Named.as(Meter.NODE))
                .processValues(() -> new RowProcessor(function.get()), Named.as("filter-and-project"))
                .to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        Rows.EXACTLY.check(cluster, output, expected.getAsLong());
    }

    private static final class RowProcessor extends ContextualFixedKeyProcessor<byte[], byte[], byte[]> {

        private final RowFunction function;

        RowProcessor(RowFunction function) {
            this.function = function;
        }

        @Override
        public void process(FixedKeyRecord<byte[], byte[]> record) {
            byte[] row = function.apply(record.value());
            if (row != null) {
                context().forward(record.withValue(row));
            }
        }
    }
}
