package io.streamsboot.boot.query;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.LongSerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes counters, and knows of each key which values an answer may have. */
final class Oracle implements AutoCloseable {

    private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

    private record Written(int key, long value, long offset) {}

    private final String topic;
    private final String group;
    private final int keys;
    private final AtomicLongArray sent;
    private final AtomicLongArray committed;
    private final Map<Integer, ConcurrentLinkedQueue<Written>> open = new ConcurrentHashMap<>();
    private final KafkaProducer<String, Long> producer;
    private final Admin admin;
    private volatile boolean stopped;
    private final Thread writer;
    private final Thread reader;

    Oracle(String servers, String topic, String group, int keys) {
        this.topic = topic;
        this.group = group;
        this.keys = keys;
        this.sent = new AtomicLongArray(keys);
        this.committed = new AtomicLongArray(keys);
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "acks", "all", "linger.ms", 1),
                new StringSerializer(),
                new LongSerializer());
        this.admin = Admin.create(Map.of("bootstrap.servers", servers));
        this.writer = new Thread(this::write, "oracle-writer");
        this.reader = new Thread(this::read, "oracle-reader");
        writer.start();
        reader.start();
    }

    static String name(int key) {
        return "counter-" + key;
    }

    /** Greatest value of a key that the group had committed. */
    long atLeast(int key) {
        return committed.get(key);
    }

    /** Greatest value of a key that anybody can have seen. */
    long atMost(int key) {
        return sent.get(key);
    }

    boolean allCommitted() {
        for (int key = 0; key < keys; key++) {
            if (committed.get(key) == 0) {
                return false;
            }
        }
        return true;
    }

    private void write() {
        try {
            for (int key = 0; !stopped; key = (key + 1) % keys) {
                int written = key;
                // Before it is sent: it may be seen before the producer knows that it was written.
                long value = sent.incrementAndGet(key);
                var record = producer.send(new ProducerRecord<>(topic, name(key), value))
                        .get();
                open.computeIfAbsent(record.partition(), partition -> new ConcurrentLinkedQueue<>())
                        .add(new Written(written, value, record.offset()));
            }
        } catch (InterruptedException | ExecutionException e) {
            if (!stopped) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void read() {
        while (!stopped) {
            try {
                Map<TopicPartition, OffsetAndMetadata> offsets =
                        new TreeMap<>((a, b) -> Integer.compare(a.partition(), b.partition()));
                offsets.putAll(admin.listConsumerGroupOffsets(group)
                        .partitionsToOffsetAndMetadata()
                        .get());
                offsets.forEach((partition, offset) -> {
                    ConcurrentLinkedQueue<Written> queue = open.get(partition.partition());
                    while (queue != null
                            && offset != null
                            && !queue.isEmpty()
                            && queue.peek().offset() < offset.offset()) {
                        Written done = queue.remove();
                        committed.accumulateAndGet(done.key(), done.value(), Math::max);
                    }
                });
                LockSupport.parkNanos(POLL_NANOS);
            } catch (InterruptedException e) {
                return;
            } catch (ExecutionException e) {
                // The group does not exist yet.
                continue;
            }
        }
    }

    @Override
    public void close() {
        stopped = true;
        reader.interrupt();
        writer.interrupt();
        producer.close(Duration.ofSeconds(5));
        admin.close(Duration.ofSeconds(5));
    }
}
