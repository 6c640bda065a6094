package io.streamsboot.core.deadletter.internal;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes clients from one base.
 *
 * @param base servers and security, by Kafka's names
 */
public record LetterClients(Map<String, Object> base) {

    /** Somebody waits for what is read. */
    private static final int API_TIMEOUT_MS = 15_000;

    /** A fetch at the end of one partition would hold up that of the next, which goes over the same connection. */
    private static final int FETCH_MAX_WAIT_MS = 20;

    private static final int MAX_REQUEST_BYTES = 64 << 20;

    public LetterClients {
        base = Map.copyOf(base);
    }

    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> config = new HashMap<>(base);
        config.remove(ConsumerConfig.GROUP_ID_CONFIG);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MS);
        config.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_MAX_WAIT_MS);
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> config = new HashMap<>(base);
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 30_000);
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 2L * MAX_REQUEST_BYTES);
        config.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    Admin admin() {
        return Admin.create(new HashMap<>(base));
    }
}
