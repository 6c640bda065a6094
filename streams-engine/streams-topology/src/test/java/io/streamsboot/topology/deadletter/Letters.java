package io.streamsboot.topology.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.Envelope;
import io.streamsboot.test.TopicRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads and writes topics in bytes. */
final class Letters {

    private Letters() {}

    static void send(String servers, List<ProducerRecord<byte[], byte[]>> records) {
        Map<String, Object> config = Map.of("bootstrap.servers", servers, "max.request.size", 8 << 20, "linger.ms", 0);
        try (var producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            records.forEach(producer::send);
        }
    }

    static List<DeadLetter> letters(String servers, String topic) {
        return TopicRecords.committed(servers, topic).stream()
                .map(Envelope::decode)
                .toList();
    }

    static void assertSame(DeadLetter letter, byte[] key, byte[] value, Iterable<Header> headers) {
        assertThat(letter.payload().key()).isEqualTo(key);
        assertThat(Arrays.equals(letter.payload().value(), value)).isTrue();
        List<Header> expected = new ArrayList<>();
        headers.forEach(expected::add);
        assertThat(letter.payload().headers()).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(letter.payload().headers().get(i).key())
                    .isEqualTo(expected.get(i).key());
            assertThat(letter.payload().headers().get(i).value())
                    .isEqualTo(expected.get(i).value());
        }
    }
}
