package io.streamsboot.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
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

    /** The values of all that is committed in a topic, as text. */
    static List<String> values(DevBroker broker, String topic) {
        return TopicRecords.committed(broker.bootstrapServers(), topic).stream()
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }
}
