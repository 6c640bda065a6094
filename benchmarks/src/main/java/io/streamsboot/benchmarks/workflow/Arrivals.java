package io.streamsboot.benchmarks.workflow;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads two topics as they are written, committed records only, and keeps when each record was seen first in each. One reader
 * has both, so that what it costs and when it looks is the same for both. Values begin with the number of their record. Has a
 * thread, which ends with {@link #close}.
 */
final class Arrivals implements AutoCloseable {

    /** Between two looks: a reader that asks for every record alone would be most of the load. */
    private static final long REST_NANOS = 2_000_000;

    private final String input;
    private final AtomicLongArray in;
    private final AtomicLongArray out;
    private final AtomicLong count = new AtomicLong();
    private final Thread thread;
    private volatile boolean ended;

    /**
     * Begins to read.
     *
     * @param partitions how many each topic has
     * @param records how many records there will be
     */
    Arrivals(String bootstrapServers, String input, String output, int partitions, int records) {
        this.input = input;
        this.in = new AtomicLongArray(records);
        this.out = new AtomicLongArray(records);
        this.thread = new Thread(() -> read(bootstrapServers, output, partitions), "arrivals-" + input);
        thread.start();
    }

    private void read(String bootstrapServers, String output, int partitions) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(IntStream.range(0, partitions)
                    .boxed()
                    .flatMap(partition ->
                            Stream.of(new TopicPartition(input, partition), new TopicPartition(output, partition)))
                    .toList());
            consumer.seekToBeginning(consumer.assignment());
            while (!ended) {
                see(consumer.poll(Duration.ofMillis(50)), System.nanoTime());
                LockSupport.parkNanos(REST_NANOS);
            }
        }
    }

    private void see(ConsumerRecords<byte[], byte[]> records, long now) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            boolean isInput = record.topic().equals(input);
            (isInput ? in : out).compareAndSet(ByteBuffer.wrap(record.value()).getInt(), 0, now);
            if (!isInput) {
                count.incrementAndGet();
            }
        }
    }

    /** How many records came out. */
    long count() {
        return count.get();
    }

    /** How much later a record was seen in the output than in the input, in nanoseconds. */
    long added(int record) {
        return out.get(record) - in.get(record);
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
