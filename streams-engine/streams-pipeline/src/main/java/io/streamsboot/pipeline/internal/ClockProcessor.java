package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.time.Item;
import io.streamsboot.pipeline.internal.time.SourceClock;
import java.time.Duration;
import java.util.Set;
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

/** Finds the time of the records of a dataset, and tells how far its partition is. */
final class ClockProcessor implements Processor<byte[], byte[], byte[], Item> {

    /** How often a task tells. */
    static final Duration INTERVAL = Duration.ofMillis(100);

    static final byte[] NO_KEY = new byte[0];

    private final Plan plan;
    private final String dataset;
    private @Nullable ProcessorContext<byte[], Item> context;
    private @Nullable SourceClock clock;

    /** Makes the node, with its store. */
    record Supplier(Plan plan, String dataset) implements ProcessorSupplier<byte[], byte[], byte[], Item> {

        @Override
        public Processor<byte[], byte[], byte[], Item> get() {
            return new ClockProcessor(plan, dataset);
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.keyValueStoreBuilder(
                            Stores.inMemoryKeyValueStore(store(dataset)), Serdes.Bytes(), Serdes.ByteArray())
                    .withCachingEnabled());
        }
    }

    private ClockProcessor(Plan plan, String dataset) {
        this.plan = plan;
        this.dataset = dataset;
    }

    static String store(String dataset) {
        return dataset + "-newest";
    }

    @Override
    public void init(ProcessorContext<byte[], Item> newContext) {
        context = newContext;
        KeyValueStore<Bytes, byte[]> store = newContext.getStateStore(store(dataset));
        SourceClock newClock = plan.clock(
                dataset, newContext.taskId().partition(), new StoreState(store), newContext.currentSystemTimeMs());
        clock = newClock;
        newContext.schedule(INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> tell(newContext, newClock, now));
    }

    private static void tell(ProcessorContext<byte[], Item> to, SourceClock clock, long now) {
        Item.Progress progress = clock.tell(now);
        if (progress != null) {
            to.forward(new Record<>(NO_KEY, progress, now));
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ProcessorContext<byte[], Item> to = context;
        SourceClock own = clock;
        if (to == null || own == null) {
            throw new IllegalStateException("not initialised");
        }
        long offset = to.recordMetadata().map(metadata -> metadata.offset()).orElse(-1L);
        long now = to.currentSystemTimeMs();
        Item.Row row = own.row(record.value(), offset, record.timestamp(), now);
        if (own.wakes()) {
            tell(to, own, now);
        }
        to.forward(record.withValue(row));
    }
}
