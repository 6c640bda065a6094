package io.streamsboot.benchmarks.managed;

import io.streamsboot.core.admin.TopicCreation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The broker as the comparison sees it: fills topics, reads positions, counts records, tidies up. Thread-safe. */
public final class BenchCluster implements AutoCloseable {

    static final int PARTITIONS = 4;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String bootstrapServers;
    private final Admin admin;

    /**
     * Connects.
     *
     * @param bootstrapServers its address
     */
    public BenchCluster(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** The address. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Creates a topic with {@link #PARTITIONS} partitions. */
    public void createTopic(String topic) {
        try {
            TopicCreation.create(admin, List.of(new NewTopic(topic, PARTITIONS, (short) 1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topic " + topic + " was created", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("topic " + topic + " cannot be created: " + e.getCause(), e);
        }
    }

    /** Writes records of the same keys and sizes each time, spread evenly over the keys, a millisecond of their time apart. */
    public void fill(String topic, long records, int keys, int valueBytes) {
        fill(topic, records, random -> random.nextInt(keys), valueBytes);
    }

    /** The same with keys that do not come equally often. */
    public void fill(String topic, long records, ToIntFunction<SplittableRandom> keys, int valueBytes) {
        fill(topic, records, keys, random -> {
            byte[] value = new byte[valueBytes];
            random.nextBytes(value);
            return value;
        });
    }

    /** The same with values of another kind. */
    void fill(String topic, long records, int keys, Function<SplittableRandom, byte[]> values) {
        fill(topic, records, random -> random.nextInt(keys), values);
    }

    private void fill(
            String topic,
            long records,
            ToIntFunction<SplittableRandom> keys,
            Function<SplittableRandom, byte[]> values) {
        SplittableRandom random = new SplittableRandom(42);
        long first = System.currentTimeMillis() - records;
        Map<String, Object> config =
                Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 20, "batch.size", 128 * 1024);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (long i = 0; i < records; i++) {
                byte[] value = values.apply(random);
                producer.send(new ProducerRecord<>(topic, null, first + i, key(keys.applyAsInt(random)), value));
            }
        }
        long written =
                endOffsets(topic).values().stream().mapToLong(Long::longValue).sum();
        if (written != records) {
            throw new IllegalStateException("topic " + topic + " has " + written + " records instead of " + records);
        }
    }

    /** Where the partitions of a topic end. */
    public Map<TopicPartition, Long> endOffsets(String topic) {
        return get(admin.listOffsets(partitions(topic).stream()
                                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                        .all())
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, end -> end.getValue().offset()));
    }

    /** Whether a group has committed all of these positions. */
    public boolean hasCommitted(String group, Map<TopicPartition, Long> positions) {
        Map<TopicPartition, OffsetAndMetadata> committed =
                get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return positions.entrySet().stream().allMatch(position -> {
            OffsetAndMetadata offset = committed.get(position.getKey());
            return position.getValue() == 0 || (offset != null && offset.offset() == position.getValue());
        });
    }

    /** Whether a group has committed the ends of all its repartition topics; with at-least-once, since markers are no records. */
    boolean hasCommittedRepartitions(String group) {
        return get(admin.listTopics().names()).stream()
                .filter(topic -> topic.startsWith(group + "-") && topic.endsWith("-repartition"))
                .allMatch(topic -> hasCommitted(group, endOffsets(topic)));
    }

    /**
     * The records of a topic that are committed, once they reach a number, or the patience ends: offsets can be seen to be
     * committed a moment before the output of the same transaction is.
     */
    public long countCommitted(String topic, long expected) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long counted = countCommitted(topic);
        while (counted < expected && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(20_000_000);
            counted = countCommitted(topic);
        }
        return counted;
    }

    /** Counts the records of a topic that are committed, without markers of transactions, by reading all. */
    private long countCommitted(String topic) {
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions(topic));
            consumer.seekToBeginning(consumer.assignment());
            Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            long count = 0;
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException(
                            "topic " + topic + " could not be read to " + ends + " within " + PATIENCE);
                }
                count += consumer.poll(Duration.ofMillis(100)).count();
            }
            return count;
        }
    }

    /** Deletes a topic, a group, and the internal topics of the application of that name. */
    public void delete(String topic, String group) {
        List<String> topics = new ArrayList<>(List.of(topic));
        get(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(group + "-") || name.startsWith(group + "."))
                .forEach(topics::add);
        get(admin.deleteTopics(topics).all());
        get(admin.deleteConsumerGroups(List.of(group)).all());
    }

    @Override
    public void close() {
        admin.close(PATIENCE);
    }

    private static Collection<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    private static byte[] key(int number) {
        byte[] key = {'k', 'e', 'y', '-', '0', '0', '0', '0', '0'};
        for (int i = key.length - 1, rest = number; rest > 0; i--, rest /= 10) {
            key[i] = (byte) ('0' + rest % 10);
        }
        return key;
    }

    private static <T> T get(Future<T> answer) {
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the broker", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the broker does not do what it should: " + e, e);
        }
    }
}
