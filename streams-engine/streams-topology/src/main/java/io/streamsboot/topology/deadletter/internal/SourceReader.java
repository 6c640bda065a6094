package io.streamsboot.topology.deadletter.internal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads single source records again, where they were not kept. What it fetches beyond them it holds for the next
 * failure, which most often lies further on in the same partition. Thread-safe; blocks.
 */
final class SourceReader implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SourceReader.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Supplier<Map<String, Object>> config;
    private final Deque<ConsumerRecord<byte[], byte[]>> fetched = new ArrayDeque<>();
    private @Nullable KafkaConsumer<byte[], byte[]> consumer;
    private @Nullable TopicPartition assigned;

    SourceReader(Supplier<Map<String, Object>> config) {
        this.config = config;
    }

    /**
     * Reads one record.
     *
     * @return the record, or null if it is gone or cannot be read
     */
    synchronized @Nullable SourceRecord read(TopicPartition partition, long offset) {
        try {
            KafkaConsumer<byte[], byte[]> open = open();
            if (!partition.equals(assigned)) {
                fetched.clear();
                open.assign(List.of(partition));
                assigned = partition;
            }
            boolean behind = fetched.isEmpty() || fetched.getFirst().offset() > offset;
            while (!fetched.isEmpty() && (behind || fetched.getFirst().offset() < offset)) {
                fetched.removeFirst();
            }
            if (fetched.isEmpty()) {
                open.seek(partition, offset);
            }
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (true) {
                if (!fetched.isEmpty()) {
                    ConsumerRecord<byte[], byte[]> found = fetched.getFirst();
                    return found.offset() == offset
                            ? SourceRecord.of(found, found.headers().toArray())
                            : null;
                }
                if (System.nanoTime() - deadline > 0) {
                    return null;
                }
                open.poll(POLL).forEach(fetched::addLast);
                if (fetched.isEmpty() && open.position(partition) > offset) {
                    return null;
                }
            }
        } catch (KafkaException e) {
            LOG.warn("The source record {}@{} could not be read again for its dead letter", partition, offset, e);
            close();
            return null;
        }
    }

    private KafkaConsumer<byte[], byte[]> open() {
        KafkaConsumer<byte[], byte[]> open = consumer;
        if (open == null) {
            open = new KafkaConsumer<>(config.get(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
            consumer = open;
        }
        return open;
    }

    @Override
    public synchronized void close() {
        KafkaConsumer<byte[], byte[]> open = consumer;
        consumer = null;
        assigned = null;
        fetched.clear();
        if (open != null) {
            open.close(CloseOptions.timeout(Duration.ZERO));
        }
    }
}
