package io.streamsboot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.streamsboot.devbroker.DevBroker;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@WithDevBroker(
        topics = {@Topic(name = "orders", partitions = 4, config = "cleanup.policy=compact"), @Topic(name = "other")},
        properties = "message.max.bytes=2000000")
class WithDevBrokerTests {

    private static String servers = "";

    @BeforeAll
    static void remember(DevBroker broker) {
        servers = broker.bootstrapServers();
    }

    @AfterAll
    static void stillRuns(DevBroker broker) throws Exception {
        assertThat(topics(broker)).contains("orders");
    }

    @Test
    void createsTheTopics(DevBroker broker) throws Exception {
        ConfigResource orders = new ConfigResource(ConfigResource.Type.TOPIC, "orders");
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            assertThat(topics(broker)).contains("orders", "other");
            Map<ConfigResource, org.apache.kafka.clients.admin.Config> configs =
                    admin.describeConfigs(Set.of(orders)).all().get(20, TimeUnit.SECONDS);
            assertThat(configs.get(orders).get("cleanup.policy").value()).isEqualTo("compact");
            assertThat(configs.get(orders).get("max.message.bytes").value()).isEqualTo("2000000");
        }
    }

    @Test
    void servesAllTestsOfTheClass(DevBroker broker) {
        assertThat(broker.bootstrapServers()).isEqualTo(servers);
        assertThat(broker.temporary()).isTrue();
    }

    @Test
    void readsWhatIsCommitted(DevBroker broker) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", "test"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("other", "a", "1"));
            producer.commitTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("other", "a", "2"));
            producer.abortTransaction();
        }

        assertThat(TopicRecords.committed(
                        broker.bootstrapServers(), "other", new StringDeserializer(), new StringDeserializer()))
                .extracting(ConsumerRecord::key, ConsumerRecord::value)
                .containsExactly(tuple("a", "1"));
        assertThat(TopicRecords.committed(broker.bootstrapServers(), "missing")).isEmpty();
    }

    @Nested
    class Inside {

        @Test
        void servesNestedClasses(DevBroker broker) {
            assertThat(broker.bootstrapServers()).isEqualTo(servers);
        }
    }

    @Nested
    class OnAMethod {

        @Test
        @WithDevBroker(topics = @Topic(name = "own"))
        void aBrokerOfItsOwnTakesItsPlace(DevBroker broker) throws Exception {
            assertThat(broker.bootstrapServers()).isNotEqualTo(servers);
            assertThat(topics(broker)).containsExactly("own");
        }
    }

    private static Set<String> topics(DevBroker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            return admin.listTopics().names().get(20, TimeUnit.SECONDS);
        }
    }
}
