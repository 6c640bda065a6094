package io.streamsboot.devbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DevBrokerTests {

    private static DevBroker broker;

    @BeforeAll
    static void start() {
        long begin = System.nanoTime();
        broker = DevBroker.builder().topic("orders", 3).topic("aged", 1).start();
        System.out.printf(
                "one node on a fresh directory started in %d ms%n",
                Duration.ofNanos(System.nanoTime() - begin).toMillis());
    }

    @AfterAll
    static void close() {
        broker.close();
    }

    @Test
    void keepsWhatIsProduced() {
        try (KafkaProducer<String, String> producer = Clients.producer(broker, Map.of())) {
            for (int i = 0; i < 30; i++) {
                producer.send(new ProducerRecord<>("orders", "key-" + i, "value-" + i));
            }
        }

        assertThat(Clients.read(broker, "orders", 30, Map.of())).hasSize(30).contains("value-0", "value-29");
    }

    @Test
    void showsOnlyCommittedTransactions() {
        broker.createTopic("transactions", 1);
        try (KafkaProducer<String, String> producer =
                Clients.producer(broker, Map.of("transactional.id", "transactions-test"))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactions", "aborted"));
            producer.flush();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("transactions", "committed"));
            producer.commitTransaction();
        }

        assertThat(Clients.read(broker, "transactions", 1, Map.of("isolation.level", "read_committed")))
                .containsExactly("committed");
        assertThat(Clients.read(broker, "transactions", 2, Map.of())).containsExactly("aborted", "committed");
    }

    @Test
    void servesTheConsumerGroupProtocol() {
        broker.createTopic("consumer-protocol", 2);
        try (KafkaProducer<String, String> producer = Clients.producer(broker, Map.of())) {
            producer.send(new ProducerRecord<>("consumer-protocol", 0, null, "first"));
            producer.send(new ProducerRecord<>("consumer-protocol", 1, null, "second"));
        }

        assertThat(Clients.read(broker, "consumer-protocol", 2, Map.of("group.protocol", "consumer")))
                .containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void finalizesTheFeaturesOfTransactionsAndStreamsGroups() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            Map<String, FinalizedVersionRange> features = admin.describeFeatures()
                    .featureMetadata()
                    .get(20, TimeUnit.SECONDS)
                    .finalizedFeatures();

            assertThat(features.get("transaction.version").maxVersionLevel()).isEqualTo((short) 2);
            assertThat(features.get("streams.version").maxVersionLevel()).isGreaterThanOrEqualTo((short) 1);
            assertThat(features.get("group.version").maxVersionLevel()).isGreaterThanOrEqualTo((short) 1);
            assertThat(admin.describeCluster().clusterId().get(20, TimeUnit.SECONDS))
                    .isEqualTo(broker.clusterId());
        }
    }

    @Test
    void keepsRecordsOfLongAgo() throws Exception {
        try (KafkaProducer<String, String> producer = Clients.producer(broker, Map.of());
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            long longAgo = Instant.parse("2001-01-01T00:00:00Z").toEpochMilli();
            producer.send(new ProducerRecord<>("aged", null, longAgo, "key", "old"));
            producer.flush();
            ConfigResource aged = new ConfigResource(ConfigResource.Type.TOPIC, "aged");

            assertThat(admin.describeConfigs(Set.of(aged))
                            .all()
                            .get(20, TimeUnit.SECONDS)
                            .get(aged)
                            .get("retention.ms")
                            .value())
                    .isEqualTo("-1");
        }
        assertThat(Clients.read(broker, "aged", 1, Map.of())).containsExactly("old");
    }

    @Test
    void takesRecordsOfNewTopicsAtOnceAndInOrder() {
        // A refused first batch and an accepted second one would be out of order for ever.
        Map<String, Object> brief =
                Map.of("linger.ms", "0", "request.timeout.ms", "4000", "delivery.timeout.ms", "5000");
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = Clients.producer(broker, brief)) {
            for (int round = 0; round < 40; round++) {
                String topic = "new-" + round;
                broker.createTopic(topic, 3);
                for (int i = 0; i < 9; i++) {
                    sent.add(producer.send(new ProducerRecord<>(topic, i % 3, null, "value-" + i)));
                }
            }
        }

        assertThat(sent)
                .allSatisfy(future -> assertThat(future.get().hasOffset()).isTrue());
    }

    @Test
    void createsTopicsOnlyWhereTheyAreMissing() throws Exception {
        broker.createTopic("compacted", 2, Map.of("cleanup.policy", "compact"));
        broker.createTopic("compacted", 7);

        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            TopicDescription description = admin.describeTopics(List.of("compacted"))
                    .allTopicNames()
                    .get(20, TimeUnit.SECONDS)
                    .get("compacted");
            assertThat(description.partitions()).hasSize(2);
        }
    }

    @Test
    void saysWhichTopicWasRefused() {
        Map<String, String> wrong = Map.of("cleanup.policy", "burn");

        assertThatThrownBy(() -> broker.createTopic("wrong", 1, wrong))
                .isInstanceOf(DevBrokerException.class)
                .hasMessageContaining("'wrong'")
                .hasMessageContaining("burn");
    }

    @Test
    void setsOnlySettingsThatTheServerKnows() {
        List<String> known = scala.jdk.javaapi.CollectionConverters.asJava(KafkaConfig.configNames());

        assertThat(known)
                .contains(
                        "group.streams.initial.rebalance.delay.ms",
                        "group.initial.rebalance.delay.ms",
                        "group.streams.min.session.timeout.ms",
                        "group.consumer.min.session.timeout.ms",
                        "share.coordinator.state.topic.num.partitions",
                        "offsets.retention.minutes");
    }

    @Test
    void refusesNodesThatItDoesNotHave() {
        assertThatThrownBy(() -> broker.stopNode(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no node 2");
        assertThatThrownBy(() -> DevBroker.builder().nodes(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not 4");
    }
}
