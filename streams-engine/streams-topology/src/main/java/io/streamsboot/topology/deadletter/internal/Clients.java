package io.streamsboot.topology.deadletter.internal;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Configurations of the clients that are ours and not Kafka Streams', from the same base as its own. */
final class Clients {

    private Clients() {}

    static Map<String, Object> consumer(Map<String, Object> config, String clientId, boolean committed) {
        Map<String, Object> consumer = new HashMap<>(new StreamsConfig(config).getRestoreConsumerConfigs(clientId));
        consumer.remove(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG);
        consumer.remove(DeadLetterEngine.CONFIG);
        consumer.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        consumer.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        consumer.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        consumer.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        consumer.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, committed ? "read_committed" : "read_uncommitted");
        return consumer;
    }

    static Map<String, Object> producer(Map<String, Object> config, String clientId) {
        Map<String, Object> producer = new HashMap<>(new StreamsConfig(config).getProducerConfigs(clientId));
        producer.remove(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
        producer.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        producer.remove(DeadLetterEngine.CONFIG);
        producer.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        producer.put(ProducerConfig.ACKS_CONFIG, "all");
        producer.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return producer;
    }

    static Map<String, Object> admin(Map<String, Object> config, String clientId) {
        Map<String, Object> admin = new HashMap<>(new StreamsConfig(config).getAdminConfigs(clientId));
        admin.remove(DeadLetterEngine.CONFIG);
        admin.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId);
        admin.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return admin;
    }
}
