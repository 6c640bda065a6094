package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.internal.operator.Keyed;
import io.streamsboot.pipeline.internal.operator.KeyedTask;
import io.streamsboot.pipeline.internal.time.Item;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** The step with state of a stage as one node. Rows that come forth have the timestamp of the record that brought them forth. */
final class KeyedProcessor implements Processor<byte[], byte[], byte[], Item> {

    private final Plan plan;
    private final CompiledStage stage;
    private final Partitions partitions;
    private final boolean last;
    private @Nullable ProcessorContext<byte[], Item> context;
    private @Nullable KeyedTask task;
    private long told = Item.NOTHING;

    /** Makes the node, with its store. */
    record Supplier(Plan plan, CompiledStage stage, Partitions partitions)
            implements ProcessorSupplier<byte[], byte[], byte[], Item> {

        @Override
        public Processor<byte[], byte[], byte[], Item> get() {
            return new KeyedProcessor(plan, stage, partitions);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore(PipelineTopology.store(stage)),
                            Serdes.Bytes(),
                            Serdes.ByteArray())
                    .withCachingEnabled());
        }
    }

    private KeyedProcessor(Plan plan, CompiledStage stage, Partitions partitions) {
        this.plan = plan;
        this.stage = stage;
        this.partitions = partitions;
        this.last = stage.after().isEmpty();
    }

    @Override
    public void init(ProcessorContext<byte[], Item> newContext) {
        context = newContext;
        KeyValueStore<Bytes, byte[]> store = newContext.getStateStore(PipelineTopology.store(stage));
        KeyedTask newTask = plan.task(
                stage,
                newContext.taskId().partition(),
                new StoreState(store),
                feed -> partitions.of(topic(newContext, feed), newContext.appConfigs()),
                newContext.currentSystemTimeMs());
        task = newTask;
        stage.counters().advance(newContext.taskId().partition(), newTask.watermark());
        newContext.schedule(ClockProcessor.INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> {
            newTask.tick(now, new Output(newContext, now, null));
            tell(newContext, newTask);
        });
    }

    private void tell(ProcessorContext<byte[], Item> from, KeyedTask of) {
        if (of.watermark() != told) {
            told = of.watermark();
            stage.counters().advance(from.taskId().partition(), told);
        }
    }

    private String topic(ProcessorContext<byte[], Item> to, String feed) {
        for (CompiledStage writer : plan.stages()) {
            if (writer.output().equals(feed)) {
                return to.applicationId() + "-" + Plan.repartition(writer) + "-repartition";
            }
        }
        return Objects.requireNonNull(plan.definition().dataset(feed).topic());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ProcessorContext<byte[], Item> to = context;
        KeyedTask own = task;
        if (to == null || own == null) {
            throw new IllegalStateException("not initialised");
        }
        own.accept(Keyed.read(record.key(), record.value()), new Output(to, record.timestamp(), record.headers()));
        tell(to, own);
    }

    @Override
    public void close() {
        ProcessorContext<byte[], Item> from = context;
        if (from != null) {
            stage.counters().leave(from.taskId().partition());
        }
    }

    private final class Output implements KeyedTask.Sink {

        private final ProcessorContext<byte[], Item> to;
        private final long timestamp;
        private final @Nullable Headers headers;

        Output(ProcessorContext<byte[], Item> to, long timestamp, @Nullable Headers headers) {
            this.to = to;
            this.timestamp = timestamp;
            this.headers = headers;
        }

        @Override
        public void row(byte @Nullable [] recordKey, Item.Row row) {
            if (last) {
                stage.counters().emit(1);
            }
            forward(recordKey, row, stage.keyed() instanceof KeyedStep.Dedupe ? headers : null);
        }

        @Override
        public void late(byte @Nullable [] recordKey, byte[] value) {
            stage.counters().late();
            forward(recordKey, new Item.Late(value), headers);
        }

        @Override
        public void progress(Item.Progress progress) {
            forward(ClockProcessor.NO_KEY, progress, null);
        }

        @SuppressWarnings("NullAway") // a record may have no key
        private void forward(byte @Nullable [] key, Item item, @Nullable Headers with) {
            to.forward(with == null ? new Record<>(key, item, timestamp) : new Record<>(key, item, timestamp, with));
        }
    }
}
