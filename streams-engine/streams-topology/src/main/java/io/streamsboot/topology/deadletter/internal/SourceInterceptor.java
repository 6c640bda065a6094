package io.streamsboot.topology.deadletter.internal;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Sees source records before anybody else does, in a stream thread's consumer. Made by Kafka. */
public class SourceInterceptor implements ConsumerInterceptor<byte[], byte[]> {

    private @Nullable DeadLetterEngine engine;

    @Override
    public final void configure(Map<String, ?> configs) {
        engine = DeadLetterEngine.in(configs);
    }

    @Override
    public final ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        DeadLetterEngine present = engine;
        if (present != null && !records.isEmpty()) {
            see(present, records);
        }
        return records;
    }

    void see(DeadLetterEngine present, ConsumerRecords<byte[], byte[]> records) {
        present.sources().add(records);
        present.thread().retryNanos = 0;
    }

    @Override
    public final void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    @Override
    public final void close() {}

    /** The same in the consumer of a global thread. Made by Kafka. */
    public static final class Global extends SourceInterceptor {

        @Override
        void see(DeadLetterEngine present, ConsumerRecords<byte[], byte[]> records) {
            present.sources().addGlobal(records);
        }
    }
}
