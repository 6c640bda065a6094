package io.streamsboot.topology.deadletter.internal;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The source records that are on their way through a topology. Kafka gives up a record's bytes as soon as something was
 * made of it, and lets deserializers change its headers; a dead letter needs both as they were. Only topics whose
 * progress our wrapper sees are kept here, so that nothing is kept for longer than its processing takes. Thread-safe.
 */
final class Sources {

    private final Map<TopicPartition, SourceQueue> queues = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> firsts = new ConcurrentHashMap<>();
    private final Map<TopicPartition, SourceQueue> globals = new ConcurrentHashMap<>();
    private volatile Set<String> topics = Set.of();
    private volatile List<Pattern> patterns = List.of();

    void keep(Set<String> keptTopics, List<Pattern> keptPatterns) {
        topics = Set.copyOf(keptTopics);
        patterns = List.copyOf(keptPatterns);
    }

    boolean keeps(String topic) {
        return topics.contains(topic)
                || patterns.stream().anyMatch(pattern -> pattern.matcher(topic).matches());
    }

    void clear() {
        queues.clear();
        firsts.clear();
        globals.clear();
    }

    void add(ConsumerRecords<byte[], byte[]> polled) {
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
            long begin = records.get(0).offset();
            if (!keeps(partition.topic())) {
                firsts.putIfAbsent(partition, begin);
                continue;
            }
            SourceQueue queue = queues.get(partition);
            if (queue == null || !queue.isFollowedBy(begin)) {
                queue = new SourceQueue(begin);
                queues.put(partition, queue);
            }
            queue.add(records);
        }
    }

    /** A global thread is done with a batch before it asks for the next. */
    void addGlobal(ConsumerRecords<byte[], byte[]> polled) {
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> records = polled.records(partition);
            SourceQueue queue = new SourceQueue(records.get(0).offset());
            queue.add(records);
            globals.put(partition, queue);
        }
    }

    long advance(String topic, int partition, long offset) {
        SourceQueue queue = queues.get(new TopicPartition(topic, partition));
        return queue == null ? offset : queue.advance(offset);
    }

    void forget(String topic, int partition) {
        queues.remove(new TopicPartition(topic, partition));
    }

    @Nullable SourceRecord find(TopicPartition partition, long offset) {
        SourceQueue queue = queues.get(partition);
        return queue == null ? null : queue.find(offset);
    }

    @Nullable SourceRecord findGlobal(TopicPartition partition, long offset) {
        SourceQueue queue = globals.get(partition);
        return queue == null ? null : queue.find(offset);
    }

    /** Whether a record is the first that was read of its partition since that was assigned. */
    boolean isFirst(TopicPartition partition, long offset) {
        SourceQueue queue = queues.get(partition);
        if (queue != null) {
            return queue.first() == offset;
        }
        Long first = firsts.get(partition);
        return first != null && first == offset;
    }
}
