package io.streamsboot.devbroker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Plain Kafka clients against a dev broker. */
final class Clients {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private Clients() {}

    static KafkaProducer<String, String> producer(DevBroker broker, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
    }

    static KafkaConsumer<String, String> consumer(DevBroker broker, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>();
        all.put(ConsumerConfig.GROUP_ID_CONFIG, "group-" + UUID.randomUUID());
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.putAll(settings);
        all.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        return new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
    }

    /** Reads the values of a topic from its start until there are as many as expected, or the deadline. */
    static List<String> read(DevBroker broker, String topic, int expected, Map<String, Object> settings) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer(broker, settings)) {
            consumer.subscribe(List.of(topic));
            long end = System.nanoTime() + DEADLINE.toNanos();
            while (values.size() < expected && System.nanoTime() < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }
}
