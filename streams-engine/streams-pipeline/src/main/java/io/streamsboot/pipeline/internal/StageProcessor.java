package io.streamsboot.pipeline.internal;

import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/** The steps of a stage as one node of a topology. */
final class StageProcessor implements FixedKeyProcessor<byte[], byte[], byte[]> {

    private final StageRunner runner;
    private @Nullable FixedKeyProcessorContext<byte[], byte[]> context;

    /** A node of one task. */
    StageProcessor(StageRunner runner) {
        this.runner = runner;
    }

    @Override
    public void init(FixedKeyProcessorContext<byte[], byte[]> newContext) {
        context = newContext;
        runner.open(new StoreTables(newContext));
    }

    @Override
    public void close() {
        runner.close();
    }

    @Override
    public void process(FixedKeyRecord<byte[], byte[]> record) {
        FixedKeyProcessorContext<byte[], byte[]> to = context;
        if (to == null) {
            throw new IllegalStateException("not initialised");
        }
        for (byte[] row : runner.run(record.value())) {
            to.forward(record.withValue(row));
        }
    }
}
