package io.streamsboot.samples.flightboard.replay;

import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.StringDeserializer;

/** What the topic of the flights holds already. Not thread-safe. */
final class FlightTopic implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<String, Flight> consumer;

    FlightTopic(Map<String, Object> config, Serde<Flight> flights) {
        Map<String, Object> reading = new HashMap<>(config);
        reading.remove(ConsumerConfig.GROUP_ID_CONFIG);
        // A transaction that was cut off does not count, one that was committed does.
        reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        reading.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // The topologies create the topics, with the right number of partitions.
        reading.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        this.consumer = new KafkaConsumer<>(reading, new StringDeserializer(), flights.deserializer());
    }

    /** Whether the topics that are replayed into exist. */
    boolean exists() {
        return consumer.listTopics().keySet().containsAll(Set.of(Topics.FLIGHTS, Topics.AIRPORTS));
    }

    /** Lines of the flights that the topic holds. */
    BitSet lines() {
        List<TopicPartition> partitions = consumer.partitionsFor(Topics.FLIGHTS).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        BitSet lines = new BitSet();
        // Positions, not records, tell the end: the markers of transactions have offsets too.
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<String, Flight> record : consumer.poll(POLL)) {
                lines.set(record.value().line());
            }
        }
        return lines;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
