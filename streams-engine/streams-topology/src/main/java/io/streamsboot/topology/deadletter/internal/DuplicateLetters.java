package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Origin;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.core.failure.Stage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether an undecodable record has its dead letter already. Kafka Streams decodes ahead: the dead letter of a
 * record can be in one transaction, and the offset behind it in the next. After a crash between the two such a record is
 * the first that is read, and would be set aside twice. So the first record of a partition, and those that follow it
 * without a good one between, are looked up. For exactly-once only. Thread-safe; blocks.
 */
final class DuplicateLetters {

    private static final Logger LOG = LoggerFactory.getLogger(DuplicateLetters.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Supplier<Map<String, Object>> consumerConfig;
    private final String application;
    private final TopicBook topics;
    private final Sources sources;
    private final Map<TopicPartition, Set<Long>> written = new HashMap<>();

    /** Ends of the topics before this client wrote anything: up to there all transactions are those of others. */
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    DuplicateLetters(
            Supplier<Map<String, Object>> consumerConfig, String application, TopicBook topics, Sources sources) {
        this.consumerConfig = consumerConfig;
        this.application = application;
        this.topics = topics;
        this.sources = sources;
    }

    synchronized void begin(Map<TopicPartition, Long> present) {
        written.clear();
        ends.clear();
        ends.putAll(present);
    }

    synchronized boolean isWritten(TopicPartition source, long offset) {
        if (sources.isFirst(source, offset)) {
            written.put(source, scan(source, offset));
        }
        Set<Long> known = written.get(source);
        if (known == null) {
            return false;
        }
        if (known.contains(offset)) {
            return true;
        }
        written.remove(source);
        return false;
    }

    private Set<Long> scan(TopicPartition source, long from) {
        String topic = topics.deadLettersOf(source.topic());
        Set<Long> found = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(consumerConfig.get(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<PartitionInfo> infos = consumer.partitionsFor(topic);
            List<TopicPartition> partitions = infos.stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> targets = new HashMap<>(consumer.endOffsets(partitions));
            ends.forEach((partition, end) -> targets.computeIfPresent(partition, (same, lso) -> Math.max(lso, end)));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!isThere(consumer, targets)) {
                if (System.nanoTime() - deadline > 0) {
                    throw new KafkaException("topic " + topic + " could not be read to its end within " + PATIENCE);
                }
                consumer.poll(POLL).forEach(record -> {
                    DeadLetter letter = Envelope.decode(record);
                    if (letter != null
                            && isOf(letter, source)
                            && letter.origin().offset() >= from) {
                        found.add(letter.origin().offset());
                    }
                });
            }
        }
        if (!found.isEmpty()) {
            LOG.info("Dead letters of {} from offset {} on are there already: {}", source, from, found);
        }
        return found;
    }

    private boolean isOf(DeadLetter letter, TopicPartition source) {
        Origin origin = letter.origin();
        return letter.place().stage() == Stage.DECODE
                && letter.place().application().equals(application)
                && origin.partition() == source.partition()
                && source.topic().equals(origin.topic());
    }

    private static boolean isThere(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> targets) {
        for (Map.Entry<TopicPartition, Long> target : targets.entrySet()) {
            if (consumer.position(target.getKey()) < target.getValue()) {
                return false;
            }
        }
        return true;
    }
}
