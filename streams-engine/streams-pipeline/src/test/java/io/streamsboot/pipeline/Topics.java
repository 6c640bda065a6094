package io.streamsboot.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.devbroker.DevBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes and reads topics of a broker. */
final class Topics {

    private Topics() {}

    static KafkaProducer<byte[], byte[]> producer(DevBroker broker) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** All that is committed in a topic, in the order of each partition. */
    static List<ConsumerRecord<byte[], byte[]>> committed(DevBroker broker, String topic) {
        List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
        Map<String, Object> config =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                consumer.poll(Duration.ofMillis(50)).forEach(all::add);
            }
        }
        return all;
    }

    /** The values of all that is committed in a topic, as text. */
    static List<String> values(DevBroker broker, String topic) {
        return committed(broker, topic).stream()
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }
}
