package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.internal.time.Item;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/** Rows without their time: those that came in time, or those that came late. */
@SuppressWarnings("NullAway") // a record without a value stays one
final class UnwrapProcessor implements FixedKeyProcessor<byte[], Item, byte[]> {

    private final boolean late;
    private @Nullable FixedKeyProcessorContext<byte[], byte[]> context;

    UnwrapProcessor(boolean late) {
        this.late = late;
    }

    @Override
    public void init(FixedKeyProcessorContext<byte[], byte[]> newContext) {
        context = newContext;
    }

    @Override
    public void process(FixedKeyRecord<byte[], Item> record) {
        FixedKeyProcessorContext<byte[], byte[]> to = context;
        if (to == null) {
            throw new IllegalStateException("not initialised");
        }
        if (record.value() instanceof Item.Row row && !late) {
            to.forward(record.withValue(row.value()));
        } else if (record.value() instanceof Item.Late row && late) {
            to.forward(record.withValue(row.value()));
        }
    }
}
