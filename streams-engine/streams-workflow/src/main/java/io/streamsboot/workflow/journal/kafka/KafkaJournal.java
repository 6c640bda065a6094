package io.streamsboot.workflow.journal.kafka;

import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.journal.internal.EntryFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A journal in Kafka: a topic {@code <group>-<workflow>-journal} for each workflow, partitioned like its input and growing
 * with it. Nothing is deleted there but what is known to be superfluous.
 *
 * <p>A new owner of a partition appends a lease, reads everything before it, and then begins. Entries carry the offset of
 * their owner's lease; a reader leaves out those whose lease is older than the last one that it has seen. So an owner that
 * does not know yet that it was followed writes what nobody reads.
 *
 * <p>It writes by a plain producer, never within the transaction of the outputs. What is known of the runs of a partition,
 * the results of steps included, is in memory as long as this process has the partition.
 */
public final class KafkaJournal implements Journal {

    private static final long PATIENCE_SECONDS = 15;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int MAX_REQUEST_SIZE = 64 << 20;
    private static final int BATCH_SIZE = 128 << 10;

    private final Map<String, Object> configs;
    private final Object lock = new Object();
    private final Map<TopicPartition, KafkaJournalPartition> open = new ConcurrentHashMap<>();
    private @Nullable Clients clients;

    private record Clients(Admin admin, Producer<byte[], byte[]> producer) {}

    /**
     * A journal; its clients connect when they are needed.
     *
     * @param kafka settings of its clients, at least their servers
     */
    public KafkaJournal(Map<String, ?> kafka) {
        this.configs = Map.copyOf(kafka);
    }

    private Clients clients() {
        synchronized (lock) {
            Clients made = clients;
            if (made == null) {
                made = connect();
                clients = made;
            }
            return made;
        }
    }

    private Clients connect() {
        Map<String, Object> writer = new HashMap<>(configs);
        writer.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        writer.put(ProducerConfig.ACKS_CONFIG, "all");
        writer.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 1);
        writer.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_SIZE);
        writer.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        writer.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        writer.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        writer.putIfAbsent(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_SIZE);
        return new Clients(
                Admin.create(new HashMap<>(configs)),
                new KafkaProducer<>(writer, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public boolean survivesRestart() {
        return true;
    }

    @Override
    public JournalPartition open(JournalScope scope) {
        TopicPartition partition =
                new TopicPartition(topic(scope), scope.partition().partition());
        try {
            prepare(partition.topic(), partitions(scope.partition().topic()));
            KafkaJournalPartition before = open.get(partition);
            if (before != null) {
                before.close();
            }
            long lease = clients()
                    .producer()
                    .send(new ProducerRecord<>(
                            partition.topic(), partition.partition(), null, EntryFormat.write(-1, List.of())))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .offset();
            KafkaJournalPartition taken = new KafkaJournalPartition(
                    clients().producer(), clients().admin(), partition, lease, scope.idempotencyWindow());
            read(partition, lease, taken);
            open.put(partition, taken);
            return taken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JournalException.Unavailable("interrupted while taking over " + partition, e);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new JournalException.Unavailable("cannot take over " + partition + ": " + e, e);
        }
    }

    /** Name of the topic of a workflow. */
    static String topic(JournalScope scope) {
        return (scope.group() + "-" + scope.workflow() + "-journal").replaceAll("[^a-zA-Z0-9._-]", "_");
    }

    private int partitions(String topic) throws ExecutionException, InterruptedException, TimeoutException {
        TopicDescription found = clients()
                .admin()
                .describeTopics(List.of(topic))
                .allTopicNames()
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .get(topic);
        return found == null ? 0 : found.partitions().size();
    }

    private void prepare(String topic, int partitions)
            throws ExecutionException, InterruptedException, TimeoutException {
        int there;
        try {
            there = partitions(topic);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                throw e;
            }
            create(topic, partitions);
            return;
        }
        if (there < partitions) {
            try {
                clients()
                        .admin()
                        .createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                        .all()
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof InvalidPartitionsException)) {
                    throw e;
                }
            }
        }
    }

    private void create(String topic, int partitions)
            throws ExecutionException, InterruptedException, TimeoutException {
        try {
            clients()
                    .admin()
                    .createTopics(List.of(new NewTopic(topic, Optional.of(partitions), Optional.empty())
                            .configs(Map.of(
                                    TopicConfig.CLEANUP_POLICY_CONFIG,
                                    TopicConfig.CLEANUP_POLICY_DELETE,
                                    TopicConfig.RETENTION_MS_CONFIG,
                                    "-1",
                                    TopicConfig.RETENTION_BYTES_CONFIG,
                                    "-1",
                                    // What a topic takes at Kafka's defaults, a step's result and its names may exceed.
                                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                                    Integer.toString(MAX_REQUEST_SIZE)))))
                    .all()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    private void read(TopicPartition partition, long lease, KafkaJournalPartition into) throws TimeoutException {
        Map<String, Object> reader = new HashMap<>(configs);
        reader.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        reader.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        reader.remove(ConsumerConfig.GROUP_ID_CONFIG);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(reader, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (consumer.position(partition) <= lease) {
                long before = consumer.position(partition);
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    if (record.offset() <= lease) {
                        into.read(record.offset(), record.value());
                    }
                }
                if (consumer.position(partition) > before) {
                    patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
                } else if (System.nanoTime() - patience > 0) {
                    throw new TimeoutException("partition " + partition + " gives nothing at offset " + before);
                }
            }
        }
    }

    @Override
    public void close() {
        open.values().forEach(KafkaJournalPartition::close);
        synchronized (lock) {
            Clients made = clients;
            clients = null;
            if (made != null) {
                made.producer().close(Duration.ofSeconds(5));
                made.admin().close(Duration.ofSeconds(5));
            }
        }
    }
}
