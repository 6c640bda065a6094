package io.streamsboot.graph.kafka.internal;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Writes changed states to the store when it gets a mark: inside the commit, or before. */
final class WriteBack<K, R, V> implements Processor<K, byte[], Void, Void> {

    private final NodeNames names;

    @SuppressWarnings("NullAway.Init") // by init, before any record
    private HotKeys<K, R, V> hot;

    WriteBack(NodeNames names) {
        this.names = names;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        hot = context.getStateStore(names.hot());
        hot.over(context.getStateStore(names.state()));
    }

    @Override
    public void process(Record<K, byte[]> mark) {
        hot.writeBack();
    }
}
