package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.time.Item;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/** The steps of a stage as one node, where event time matters. */
final class ItemProcessor implements FixedKeyProcessor<byte[], Item, Item> {

    private final StageRunner runner;
    private @Nullable FixedKeyProcessorContext<byte[], Item> context;

    ItemProcessor(StageRunner runner) {
        this.runner = runner;
    }

    @Override
    public void init(FixedKeyProcessorContext<byte[], Item> newContext) {
        context = newContext;
        runner.open(new StoreTables(newContext));
    }

    @Override
    public void close() {
        runner.close();
    }

    @Override
    public void process(FixedKeyRecord<byte[], Item> record) {
        FixedKeyProcessorContext<byte[], Item> to = context;
        if (to == null) {
            throw new IllegalStateException("not initialised");
        }
        if (record.value() instanceof Item.Progress) {
            to.forward(record);
        } else if (record.value() instanceof Item.Row row) {
            int number = 0;
            for (byte[] value : runner.run(row.value(), row.bad())) {
                to.forward(record.withValue(new Item.Row(value, row.origin().child(number++), null)));
            }
        }
    }
}
