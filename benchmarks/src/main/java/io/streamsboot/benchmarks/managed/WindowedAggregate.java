package io.streamsboot.benchmarks.managed;

import io.streamsboot.pipeline.row.JsonRow;
import io.streamsboot.pipeline.row.Projection;
import io.streamsboot.pipeline.row.RowLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.WindowStore;

/**
 * Flights of each route are counted and their delays summed in windows that are emitted once, by Kafka's DSL. Rows are parsed
 * by the pipeline's scanner and cross the repartition topic with the columns that are needed, as the pipeline's do. The grace is
 * long, since what reads four partitions in turn finds their records far out of order.
 *
 * @param records records of the input
 */
record WindowedAggregate(long records) implements Workload {

    static final Duration WINDOW = Duration.ofSeconds(10);
    static final Duration GRACE = Duration.ofSeconds(120);
    static final String STEPS = """
            - { op: windowedAggregate, windowMs: %d, allowedLatenessMs: %d, groupBy: [origin, destination],
                aggs: [ { op: count, alias: flights }, { op: sum, column: delay_minutes, alias: delay } ] }
            """.formatted(WINDOW.toMillis(), GRACE.toMillis());

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();
    private static final RowLayout LAYOUT = new RowLayout(List.of("origin", "destination", "delay_minutes"), 0);
    private static final Projection PROJECTION = new Projection(
            LAYOUT,
            false,
            List.of(
                    new Projection.Output("origin", 0),
                    new Projection.Output("destination", 1),
                    new Projection.Output("delay_minutes", 2)));

    @Override
    public String title() {
        return "DSL";
    }

    /** The pipeline that does the same. */
    static PipelineWorkload asPipeline(long records) {
        return new PipelineWorkload(STEPS, () -> windows(records), Rows.OF_WINDOWS);
    }

    /** Rows of the windows that so many records, which are a millisecond apart, are sure to close. */
    private static long windows(long records) {
        return Math.max(0, (records - GRACE.toMillis()) / WINDOW.toMillis() - 2) * FlightRows.ROUTES;
    }

    @Override
    public void define(StreamsBuilder builder, Meter meter, String input, String output) {
        JsonRow source = new JsonRow(LAYOUT);
        JsonRow row = new JsonRow(LAYOUT);
        builder.stream(input, Consumed.with(BYTES, BYTES))
                .processValues(meter::processor, Named.as(Meter.NODE))
                .map((key, value) -> byRoute(source, value), Named.as("route"))
                .groupByKey(Grouped.with("by-route", BYTES, BYTES))
                .windowedBy(TimeWindows.ofSizeAndGrace(WINDOW, GRACE))
                .emitStrategy(EmitStrategy.onWindowClose())
                .aggregate(
                        () -> new byte[2 * Long.BYTES],
                        (key, value, before) -> add(row, value, before),
                        Named.as("aggregate"),
                        // With a cache, the first emission looks into every segment of time since 1970, for a minute.
                        Materialized.<byte[], byte[], WindowStore<Bytes, byte[]>>as("windows")
                                .withKeySerde(BYTES)
                                .withValueSerde(BYTES)
                                .withCachingDisabled())
                .toStream(Named.as("closed"))
                .map((window, value) -> KeyValue.pair(window.key(), result(window, value)), Named.as("result"))
                .to(output, Produced.with(BYTES, BYTES));
    }

    private static KeyValue<byte[], byte[]> byRoute(JsonRow row, byte[] value) {
        row.read(value);
        String route = row.column(0) + "-" + row.column(1);
        return KeyValue.pair(route.getBytes(StandardCharsets.UTF_8), row.write(PROJECTION));
    }

    private static byte[] add(JsonRow row, byte[] value, byte[] before) {
        row.read(value);
        long delay = (Long) Objects.requireNonNull(row.column(2));
        ByteBuffer results = ByteBuffer.wrap(before);
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(Math.addExact(results.getLong(), 1))
                .putLong(Math.addExact(results.getLong(), delay))
                .array();
    }

    private static byte[] result(Windowed<byte[]> window, byte[] value) {
        String[] route = new String(window.key(), StandardCharsets.UTF_8).split("-");
        ByteBuffer results = ByteBuffer.wrap(value);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("origin", route[0]);
        row.put("destination", route[1]);
        row.put("windowStart", window.window().start());
        row.put("windowEnd", window.window().end());
        row.put("flights", results.getLong());
        row.put("delay", results.getLong());
        return JsonRow.toJson(row);
    }

    @Override
    public void check(KafkaStreams streams, BenchCluster cluster, String output, long read) {
        Rows.OF_WINDOWS.check(cluster, output, windows(records));
    }

    @Override
    public boolean isDone(BenchCluster cluster, String group) {
        return Rows.OF_WINDOWS.areDone(cluster, group);
    }
}
