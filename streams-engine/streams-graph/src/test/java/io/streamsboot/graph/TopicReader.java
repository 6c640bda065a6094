package io.streamsboot.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/** Reads what is committed in a topic. */
final class TopicReader {

    private TopicReader() {}

    /** All values by key, in their order. */
    static <V> Map<String, List<V>> committed(
            String servers, String topic, Deserializer<String> keys, Deserializer<V> values) {
        Map<String, List<V>> read = new TreeMap<>();
        try (var consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "isolation.level", "read_committed"), keys, values)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> read.computeIfAbsent(record.key(), key -> new ArrayList<>())
                                .add(record.value()));
            }
        }
        return read;
    }
}
