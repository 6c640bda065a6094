package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.deadletter.internal.LetterFactory.Spot;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.GlobalKTable;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.KTable;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A builder that guards the processors of global stores, since Kafka's wrapper does not see them, and before 4.3 no
 * handler is asked when one fails; and that remembers which serdes the sources have, so that their records can be shown.
 */
public final class GuardedStreamsBuilder extends StreamsBuilder implements StoreSerdes.Collector {

    private final DeadLetterEngine engine;
    private final List<StoreSerdes> serdes;

    public GuardedStreamsBuilder(TopologyConfig config, DeadLetterEngine engine, List<StoreSerdes> serdes) {
        super(config);
        this.engine = engine;
        this.serdes = serdes;
    }

    @Override
    public void collect(StoreSerdes declared) {
        serdes.add(declared);
    }

    @Override
    public synchronized <K, V> KStream<K, V> stream(Collection<String> topics, Consumed<K, V> consumed) {
        topics.forEach(topic -> engine.serdes().note(topic, consumed));
        return super.stream(topics, consumed);
    }

    @Override
    public synchronized <K, V> KStream<K, V> stream(Pattern topicPattern, Consumed<K, V> consumed) {
        engine.serdes().note(topicPattern, consumed);
        return super.stream(topicPattern, consumed);
    }

    @Override
    public synchronized <K, V> KTable<K, V> table(String topic, Consumed<K, V> consumed) {
        engine.serdes().note(topic, consumed);
        return super.table(topic, consumed);
    }

    @Override
    public synchronized <K, V> KTable<K, V> table(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        engine.serdes().note(topic, consumed);
        return super.table(topic, consumed, materialized);
    }

    @Override
    public synchronized <K, V> GlobalKTable<K, V> globalTable(String topic, Consumed<K, V> consumed) {
        engine.serdes().note(topic, consumed);
        return super.globalTable(topic, consumed);
    }

    @Override
    public synchronized <K, V> GlobalKTable<K, V> globalTable(
            String topic, Consumed<K, V> consumed, Materialized<K, V, KeyValueStore<Bytes, byte[]>> materialized) {
        engine.serdes().note(topic, consumed);
        return super.globalTable(topic, consumed, materialized);
    }

    @Override
    public synchronized <K, V> StreamsBuilder addGlobalStore(
            StoreBuilder<?> store,
            String topic,
            Consumed<K, V> consumed,
            ProcessorSupplier<K, V, Void, Void> processors) {
        engine.serdes().note(topic, consumed);
        return super.addGlobalStore(
                store, topic, consumed, () -> new GlobalGuard<>(engine, store.name(), processors.get()));
    }

    private static final class GlobalGuard<K, V> implements Processor<K, V, Void, Void> {

        private final DeadLetterEngine engine;
        private final String node;
        private final Processor<K, V, Void, Void> delegate;
        private @Nullable ProcessorContext<Void, Void> context;

        GlobalGuard(DeadLetterEngine engine, String node, Processor<K, V, Void, Void> delegate) {
            this.engine = engine;
            this.node = node;
            this.delegate = delegate;
        }

        @Override
        public void init(ProcessorContext<Void, Void> given) {
            context = given;
            delegate.init(given);
        }

        @Override
        public void process(Record<K, V> record) {
            try {
                delegate.process(record);
            } catch (RuntimeException e) {
                if (!engine.handlesProcessing()
                        || !new FailureDesk(engine)
                                .global(spot(record), record.key(), record.value(), e)
                                .resume()) {
                    throw e;
                }
            }
        }

        private Spot spot(Record<K, V> record) {
            ProcessorContext<Void, Void> given = context;
            RecordMetadata metadata =
                    given == null ? null : given.recordMetadata().orElse(null);
            return new Spot(
                    metadata == null ? null : metadata.topic(),
                    metadata == null ? -1 : metadata.partition(),
                    metadata == null ? -1 : metadata.offset(),
                    List.of(record.headers().toArray()),
                    node,
                    null);
        }

        @Override
        public void close() {
            delegate.close();
        }
    }
}
