package io.streamsboot.benchmarks.workflow;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a topic as it is written, committed records only, and keeps when each record was seen first. Values begin with the
 * number of their record. Has a thread, which ends with {@link #close}.
 */
final class Arrivals implements AutoCloseable {

    private final AtomicLongArray seen;
    private final AtomicLong count = new AtomicLong();
    private final Thread thread;
    private volatile boolean ended;

    /**
     * Begins to read.
     *
     * @param partitions how many the topic has
     * @param records how many records there will be
     */
    Arrivals(String bootstrapServers, String topic, int partitions, int records) {
        this.seen = new AtomicLongArray(records);
        this.thread = new Thread(() -> read(bootstrapServers, topic, partitions), "arrivals-" + topic);
        thread.start();
    }

    private void read(String bootstrapServers, String topic, int partitions) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            while (!ended) {
                var records = consumer.poll(Duration.ofMillis(50));
                long now = System.nanoTime();
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    seen.compareAndSet(ByteBuffer.wrap(record.value()).getInt(), 0, now);
                }
                count.addAndGet(records.count());
            }
        }
    }

    /** How many records were read. */
    long count() {
        return count.get();
    }

    /** When a record was seen, by {@link System#nanoTime()}; 0 if it was not. */
    long at(int record) {
        return seen.get(record);
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
