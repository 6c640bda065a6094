package io.streamsboot.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * What a topic holds, for assertions. Reads it from its beginning to where it ends at that moment, without a group, and only
 * what is committed: all of the transactions whose commit had returned.
 */
public final class TopicRecords {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final int FETCH_BYTES = 8 << 20;

    private TopicRecords() {}

    /**
     * The committed records of a topic, in bytes.
     *
     * @param bootstrapServers addresses of brokers, by commas
     * @param topic name of the topic; it is not created if it does not exist
     * @return the records of all partitions, those of one partition in their order; empty if there is no such topic
     * @throws AssertionError if its end is not reached, or a commit is not completed, within a minute
     */
    public static List<ConsumerRecord<byte[], byte[]>> committed(String bootstrapServers, String topic) {
        return committed(bootstrapServers, topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * The committed records of a topic.
     *
     * @param bootstrapServers addresses of brokers, by commas
     * @param topic name of the topic; it is not created if it does not exist
     * @param keys makes keys
     * @param values makes values
     * @param <K> type of keys
     * @param <V> type of values
     * @return the records of all partitions, those of one partition in their order; empty if there is no such topic
     * @throws AssertionError if its end is not reached, or a commit is not completed, within a minute
     */
    public static <K, V> List<ConsumerRecord<K, V>> committed(
            String bootstrapServers, String topic, Deserializer<K> keys, Deserializer<V> values) {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES);
        List<ConsumerRecord<K, V>> records = new ArrayList<>();
        awaitCommits(bootstrapServers);
        try (KafkaConsumer<K, V> consumer = new KafkaConsumer<>(config, keys, values)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("Topic " + topic + " could not be read to its end at " + ends + " within "
                            + PATIENCE.toSeconds() + " s. Is a transaction open?");
                }
                consumer.poll(POLL).forEach(records::add);
            }
        }
        return records;
    }

    /** A commit that a producer was told of is shown to readers only a moment later. */
    private static void awaitCommits(String bootstrapServers) {
        ListTransactionsOptions committing =
                new ListTransactionsOptions().filterStates(Set.of(TransactionState.PREPARE_COMMIT));
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Set<String> pending = transactions(admin, committing);
            while (!pending.isEmpty()) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("Transactions " + pending + " are still being committed after "
                            + PATIENCE.toSeconds() + " s. Is a broker that has one of their partitions away?");
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                pending.retainAll(transactions(admin, committing));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while transactions were being committed", e);
        } catch (ExecutionException e) {
            throw new AssertionError("The transactions of " + bootstrapServers + " cannot be listed", e.getCause());
        }
    }

    private static Set<String> transactions(Admin admin, ListTransactionsOptions which)
            throws ExecutionException, InterruptedException {
        return admin.listTransactions(which).all().get().stream()
                .map(TransactionListing::transactionalId)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
