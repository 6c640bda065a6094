package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.operator.Keyed;
import io.streamsboot.pipeline.internal.time.Item;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Does what comes before a step with state, and sends rows on by their key, and tidings to all. */
final class FeedProcessor implements Processor<byte[], Item, byte[], byte[]> {

    private final StageRunner runner;
    private final RowKeys keys;
    private final int side;
    private @Nullable ProcessorContext<byte[], byte[]> context;

    FeedProcessor(StageRunner runner, RowKeys keys, int side) {
        this.runner = runner;
        this.keys = keys;
        this.side = side;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> newContext) {
        context = newContext;
        runner.open(new StoreTables(newContext));
    }

    @Override
    public void close() {
        runner.close();
    }

    @Override
    public void process(Record<byte[], Item> record) {
        ProcessorContext<byte[], byte[]> to = context;
        if (to == null) {
            throw new IllegalStateException("not initialised");
        }
        if (record.value() instanceof Item.Progress progress) {
            byte[] tidings = Keyed.write(new Keyed.Tidings(progress));
            to.forward(record.withKey(ClockProcessor.NO_KEY).withValue(tidings));
        } else if (record.value() instanceof Item.Row row) {
            for (Keyed.Row keyed : keyed(runner, keys, side, record.key(), row)) {
                to.forward(record.withKey(keyed.key()).withValue(Keyed.write(keyed)));
            }
        }
    }

    /** What a row becomes on its way to the step with state. */
    static List<Keyed.Row> keyed(
            StageRunner runner, RowKeys keys, int side, byte @Nullable [] recordKey, Item.Row row) {
        List<Keyed.Row> all = new ArrayList<>();
        for (byte[] value : runner.run(row.value(), row.bad())) {
            all.add(new Keyed.Row(
                    keys.of(value), side, recordKey, value, row.origin().child(all.size())));
        }
        return all;
    }
}
