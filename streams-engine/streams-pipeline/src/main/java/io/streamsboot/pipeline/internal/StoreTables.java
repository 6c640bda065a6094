package io.streamsboot.pipeline.internal;

import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.TimestampedKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.jspecify.annotations.Nullable;

/** Tables in global stores. */
final class StoreTables implements Tables {

    private final ProcessingContext context;

    StoreTables(ProcessingContext context) {
        this.context = context;
    }

    @Override
    @SuppressWarnings("unchecked")
    public byte @Nullable [] get(String table, byte[] key) {
        StateStore store = context.getStateStore(PipelineTopology.table(table));
        ValueAndTimestamp<byte[]> found = ((TimestampedKeyValueStore<byte[], byte[]>) store).get(key);
        return found == null ? null : found.value();
    }
}
