package io.streamsboot.core.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetterException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Reads what is committed in a topic, partition by partition. Not thread-safe; blocks. */
final class LetterReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;

    LetterReader(LetterClients clients, String topic) {
        this.topic = topic;
        this.consumer = clients.consumer();
    }

    List<TopicPartition> partitions() {
        List<PartitionInfo> found = consumer.partitionsFor(topic);
        return found.stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .sorted((one, other) -> Integer.compare(one.partition(), other.partition()))
                .toList();
    }

    Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        return consumer.endOffsets(partitions);
    }

    Map<TopicPartition, Long> begins(List<TopicPartition> partitions) {
        return consumer.beginningOffsets(partitions);
    }

    /**
     * Reads a range.
     *
     * @param visitor gets each record, and says whether to go on
     * @return the offset that follows the last visited record, {@code end} if there was none left
     */
    long read(TopicPartition partition, long begin, long end, Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
        if (begin >= end) {
            return begin;
        }
        consumer.assign(List.of(partition));
        consumer.seek(partition, begin);
        long patience = System.nanoTime() + PATIENCE.toNanos();
        while (consumer.position(partition) < end) {
            long before = consumer.position(partition);
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() >= end) {
                    return end;
                }
                if (!visitor.test(record)) {
                    return record.offset() + 1;
                }
            }
            if (consumer.position(partition) > before) {
                patience = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() - patience > 0) {
                throw new DeadLetterException(
                        "Topic " + topic + " gave nothing for " + PATIENCE + " at offset " + before + " of partition "
                                + partition.partition() + ", although it ends at " + end + ".",
                        "Look whether its brokers are there, and try again.",
                        null);
            }
        }
        return end;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    }
}
