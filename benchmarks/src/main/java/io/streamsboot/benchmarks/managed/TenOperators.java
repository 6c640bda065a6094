package io.streamsboot.benchmarks.managed;

import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.Projection;
import io.streamsboot.pipeline.row.RowLayout;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/**
 * Ten operators of Kafka's DSL on the row that the pipeline has: parsed by the same scanner in front of them, written by the
 * same writer behind them. Only what is between the steps differs. Every row goes through nine of them; the last filter keeps
 * one in five.
 *
 * @param expected rows that must come out
 */
record TenOperators(LongSupplier expected) implements Workload {

    static final String STEPS = """
            - { op: filter, expression: "distance_miles > 0" }
            - { op: applyExpression, column: a, expression: "delay_minutes + 1" }
            - { op: applyExpression, column: b, expression: "a * 2" }
            - { op: applyExpression, column: c, expression: "b - delay_minutes" }
            - { op: applyExpression, column: d, expression: "c + distance_miles" }
            - { op: filter, expression: "d > 0" }
            - { op: applyExpression, column: e, expression: "d * 3" }
            - { op: applyExpression, column: f, expression: "e - c" }
            - { op: filter, expression: "delay_minutes >= 15" }
            - { op: select, columns: [origin, delay_minutes, f] }
            """;

    private static final int ORIGIN = 0;
    private static final int DELAY = 1;
    private static final int DISTANCE = 2;
    private static final int A = 3;
    private static final int B = 4;
    private static final int C = 5;
    private static final int D = 6;
    private static final int E = 7;
    private static final int F = 8;
    private static final RowLayout LAYOUT = new RowLayout(List.of("origin", "delay_minutes", "distance_miles"), 6);
    private static final Projection PROJECTION = new Projection(
            LAYOUT,
            false,
            List.of(
                    new Projection.Output("origin", ORIGIN),
                    new Projection.Output("delay_minutes", DELAY),
                    new Projection.Output("f", F)));

    @Override
    public String title() {
        return "ten operators";
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        builder.stream(input, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .processValues(meter::processor, Named.as(Meter.NODE))
                .processValues(Parser::new, Named.as("parse"))
                .filter((key, row) -> number(row, DISTANCE) > 0, Named.as("some-distance"))
                .mapValues(row -> set(row, A, Math.addExact(number(row, DELAY), 1)), Named.as("a"))
                .mapValues(row -> set(row, B, Math.multiplyExact(number(row, A), 2)), Named.as("b"))
                .mapValues(row -> set(row, C, Math.subtractExact(number(row, B), number(row, DELAY))), Named.as("c"))
                .mapValues(row -> set(row, D, Math.addExact(number(row, C), number(row, DISTANCE))), Named.as("d"))
                .filter((key, row) -> number(row, D) > 0, Named.as("some-d"))
                .mapValues(row -> set(row, E, Math.multiplyExact(number(row, D), 3)), Named.as("e"))
                .mapValues(row -> set(row, F, Math.subtractExact(number(row, E), number(row, C))), Named.as("f"))
                .filter((key, row) -> number(row, DELAY) >= FlightRows.LATE, Named.as("late"))
                .mapValues(row -> row.write(PROJECTION), Named.as("project"))
                .to(output, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
    }

    private static long number(JsonRow row, int slot) {
        return (Long) Objects.requireNonNull(row.column(slot));
    }

    private static JsonRow set(JsonRow row, int slot, long value) {
        row.set(slot, value);
        return row;
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long records) {
        Rows.EXACTLY.check(cluster, output, expected.getAsLong());
    }

    private static final class Parser extends ContextualFixedKeyProcessor<byte[], byte[], JsonRow> {

        private final JsonRow row = new JsonRow(LAYOUT);

        @Override
        public void process(FixedKeyRecord<byte[], byte[]> record) {
            row.read(record.value());
            context().forward(record.withValue(row));
        }
    }
}
