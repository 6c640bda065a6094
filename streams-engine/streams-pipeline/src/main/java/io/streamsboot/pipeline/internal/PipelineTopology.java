package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.internal.time.Item;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Writes a plan as a topology. Where event time does not matter, streams are of bytes; where it does, of {@link Item}s, which
 * hold the time of rows and how far partitions are. Items never leave the task: what crosses a topic has a form of its own.
 */
public final class PipelineTopology {

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();

    private final Plan plan;
    private final Partitions partitions;
    private final StreamsBuilder builder;
    private final Map<String, KStream<byte[], byte[]>> plain = new HashMap<>();
    private final Map<String, KStream<byte[], Item>> timed = new HashMap<>();
    private final Set<String> tables = new HashSet<>();

    private PipelineTopology(Plan plan, Partitions partitions, StreamsBuilder builder) {
        this.plan = plan;
        this.partitions = partitions;
        this.builder = builder;
    }

    /** Adds all nodes of a plan. */
    public static void write(Plan plan, Partitions partitions, StreamsBuilder builder) {
        PipelineTopology topology = new PipelineTopology(plan, partitions, builder);
        plan.stages().forEach(topology::stage);
    }

    static String store(CompiledStage stage) {
        return stage.output() + "-state";
    }

    static String table(String dataset) {
        return dataset + "-table";
    }

    private void stage(CompiledStage stage) {
        stage.tables().forEach(this::globalTable);
        if (stage.keyed() != null) {
            keyed(stage);
        } else if (plan.isTimed(stage.output())) {
            timed.put(stage.output(), merged(stage, side -> items(stage, side)));
        } else {
            plain.put(stage.output(), merged(stage, side -> rows(stage, side)));
        }
        String topic = plan.definition().dataset(stage.output()).topic();
        if (topic != null) {
            plain(stage.output()).to(topic, Produced.with(BYTES, BYTES).withName(stage.output() + "-sink"));
        }
    }

    private void globalTable(String name) {
        if (tables.add(name)) {
            builder.globalTable(
                    plan.definition().dataset(name).topic(),
                    Consumed.with(BYTES, BYTES).withName(name + "-table-source"),
                    Materialized.<byte[], byte[], KeyValueStore<Bytes, byte[]>>as(table(name))
                            .withKeySerde(BYTES)
                            .withValueSerde(BYTES));
        }
    }

    /** The stream of one input of a stage. */
    private interface Input<T> {
        KStream<byte[], T> of(int side);
    }

    private static <T> KStream<byte[], T> merged(CompiledStage stage, Input<T> input) {
        KStream<byte[], T> merged = input.of(0);
        for (int side = 1; side < stage.stage().inputs().size(); side++) {
            merged = merged.merge(input.of(side), Named.as(stage.output() + "-merge-" + side));
        }
        return merged;
    }

    private KStream<byte[], byte[]> rows(CompiledStage stage, int side) {
        Dataset input = input(stage, side);
        return plain(input.name())
                .processValues(() -> new StageProcessor(stage.runner(input.onBadData())), name(stage, input));
    }

    private KStream<byte[], Item> items(CompiledStage stage, int side) {
        Dataset input = input(stage, side);
        return timed(input.name())
                .processValues(() -> new ItemProcessor(stage.runner(input.onBadData())), name(stage, input));
    }

    private void keyed(CompiledStage stage) {
        KStream<byte[], byte[]> byKey = merged(stage, side -> feed(stage, side))
                .repartition(Repartitioned.<byte[], byte[]>as(Plan.repartition(stage))
                        .withKeySerde(BYTES)
                        .withValueSerde(BYTES)
                        .withStreamPartitioner(partitioner()));
        KStream<byte[], Item> items = byKey.process(
                new KeyedProcessor.Supplier(plan, stage, partitions), Named.as(stage.output() + "-by-state"));
        String late = stage.keyed() == null ? null : stage.keyed().late();
        if (late != null) {
            items.processValues(() -> new UnwrapProcessor(true), Named.as(stage.output() + "-late"))
                    .to(
                            plan.definition().dataset(late).topic(),
                            Produced.with(BYTES, BYTES).withName(stage.output() + "-late-sink"));
        }
        if (!stage.after().isEmpty()) {
            items = items.processValues(
                    () -> new ItemProcessor(stage.afterRunner(plan.onBadData(stage))),
                    Named.as(stage.output() + "-after"));
        }
        timed.put(stage.output(), items);
    }

    private KStream<byte[], byte[]> feed(CompiledStage stage, int side) {
        Dataset input = input(stage, side);
        return timed(input.name())
                .process(
                        () -> {
                            RowKeys keys = new RowKeys(Objects.requireNonNull(stage.keyed()), side);
                            return new FeedProcessor(stage.runner(input.onBadData(), keys), keys, side);
                        },
                        name(stage, input));
    }

    /** Rows go by their key, tidings to all. The method without headers is the one that Kafka 4.2 has. */
    @SuppressWarnings("removal")
    private static StreamPartitioner<byte[], byte[]> partitioner() {
        return (topic, key, value, count) -> key.length > 0
                ? Optional.empty()
                : Optional.of(IntStream.range(0, count).boxed().collect(Collectors.toSet()));
    }

    private Dataset input(CompiledStage stage, int side) {
        return plan.definition().dataset(stage.stage().inputs().get(side));
    }

    private static Named name(CompiledStage stage, Dataset input) {
        return Named.as(stage.output() + "-from-" + input.name());
    }

    private KStream<byte[], byte[]> plain(String dataset) {
        return plain.computeIfAbsent(
                dataset,
                name -> plan.isTimed(name) || plan.isKeyed(name)
                        ? timed(name).processValues(() -> new UnwrapProcessor(false), Named.as(name + "-rows"))
                        : source(name));
    }

    private KStream<byte[], Item> timed(String dataset) {
        return timed.computeIfAbsent(
                dataset,
                name -> source(name).process(new ClockProcessor.Supplier(plan, name), Named.as(name + "-time")));
    }

    private KStream<byte[], byte[]> source(String dataset) {
        Consumed<byte[], byte[]> consumed = Consumed.with(BYTES, BYTES).withName(dataset + "-source");
        String from = plan.definition().settings().from();
        if (from != null) {
            consumed = consumed.withOffsetResetPolicy(
                    switch (from) {
                        case "earliest" -> AutoOffsetReset.earliest();
                        case "latest" -> AutoOffsetReset.latest();
                        default -> AutoOffsetReset.byDuration(Duration.parse(from));
                    });
        }
        return builder.stream(plan.definition().dataset(dataset).topic(), consumed);
    }
}
