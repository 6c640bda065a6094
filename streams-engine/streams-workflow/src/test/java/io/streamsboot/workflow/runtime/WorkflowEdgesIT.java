package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.workflow.PermanentFailure;
import io.streamsboot.workflow.RecordHandler;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.options.Delivery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** What does not happen every day. */
@WithDevBroker
class WorkflowEdgesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final DevBroker broker;
    private final String in = "in-" + UUID.randomUUID();
    private final String out = in + ".out";

    WorkflowEdgesIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    void takesValuesOfAMegabyteThroughStepsAndJournal() throws Exception {
        String large = "x".repeat(1 << 20);
        try (Admin admin = admin()) {
            for (String topic : List.of(in, out)) {
                create(admin, topic, Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "4000000"));
            }
        }
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "max.request.size", "4000000"),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(in, "k", large));
        }
        try (Journal journal = new KafkaJournal(Map.of("bootstrap.servers", broker.bootstrapServers()));
                Workflows workflows =
                        workflows(Map.of(), journal, (value, context) -> context.step("s", () -> value + "y"))) {
            workflows.start();
            await().atMost(PATIENCE).until(() -> status(workflows).counts().succeeded() == 1);
        }
        assertThat(Clusters.text(TopicRecords.committed(broker.bootstrapServers(), out)
                        .get(0)
                        .value()))
                .isEqualTo(large + "y");
    }

    @Test
    void takesATopicThatWasMadeAgainForANewOne() throws Exception {
        try (Admin admin = admin();
                Journal journal = new MemoryJournal();
                Workflows workflows =
                        workflows(Map.of("metadata.max.age.ms", "500"), journal, (value, context) -> value)) {
            create(admin, in, Map.of());
            create(admin, out, Map.of());
            Clusters.send(broker, in, "a", "1", "b", "2", "c", "3");
            workflows.start();
            await().atMost(PATIENCE).until(() -> status(workflows).counts().succeeded() == 3);
            admin.deleteTopics(List.of(in)).all().get(30, TimeUnit.SECONDS);
            await().atMost(PATIENCE)
                    .until(() -> !admin.listTopics().names().get().contains(in));
            create(admin, in, Map.of());
            Clusters.send(broker, in, "a", "4", "b", "5");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(TopicRecords.committed(broker.bootstrapServers(), out))
                            .extracting(record -> Clusters.text(record.value()))
                            .contains("4", "5"));
        }
    }

    @Test
    void holdsADeadLetterThatIsRefusedUntilItIsTaken() throws Exception {
        try (Admin admin = admin();
                Journal journal = new MemoryJournal();
                Workflows workflows = workflows(Map.of(), journal, (value, context) -> {
                    if (value.equals("bad")) {
                        throw new PermanentFailure("bad", null);
                    }
                    return value;
                })) {
            create(admin, in, Map.of());
            create(admin, out, Map.of());
            create(admin, in + ".dlq", Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "50"));
            Clusters.send(broker, in, "a", "bad", "b", "good");
            workflows.start();
            await().atMost(PATIENCE)
                    .until(() -> status(workflows).work().held().containsKey("dead_letter_refused")
                            && status(workflows).counts().succeeded() == 1);
            assertThat(status(workflows).partitions().get(0).uncommitted()).isPositive();
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, in + ".dlq"),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1000000"),
                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            await().atMost(PATIENCE).until(() -> status(workflows).counts().dead() == 1);
            assertThat(status(workflows).counts().failed())
                    .as("the handler is not run for it")
                    .isEqualTo(1);
        }
        assertThat(TopicRecords.committed(broker.bootstrapServers(), in + ".dlq"))
                .hasSize(1);
    }

    @Test
    void worksInAGroupOfTheNewProtocol() throws Exception {
        try (Admin admin = admin();
                Journal journal = new MemoryJournal();
                Workflows one = workflows(Map.of("group.protocol", "consumer"), journal, (value, context) -> value);
                Workflows two = workflows(Map.of("group.protocol", "consumer"), journal, (value, context) -> value)) {
            broker.createTopic(in, 2);
            broker.createTopic(out, 2);
            String[] records = new String[200];
            for (int i = 0; i < records.length; i++) {
                records[i] = "" + i / 2;
            }
            Clusters.send(broker, in, records);
            one.start();
            await().atMost(PATIENCE).until(() -> status(one).counts().succeeded() == 100);
            two.start();
            await().atMost(PATIENCE)
                    .until(() -> status(one).partitions().size() == 1
                            && status(two).partitions().size() == 1
                            && !status(two).partitions().get(0).paused());
            Clusters.send(broker, in, records);
            await().atMost(PATIENCE)
                    .until(() -> status(one).counts().succeeded()
                                    + status(two).counts().succeeded()
                            == 200);
            assertThat(status(two).counts().succeeded()).isPositive();
            assertThat(Objects.requireNonNull(admin.describeConsumerGroups(List.of("edges"))
                                    .all()
                                    .get(30, TimeUnit.SECONDS)
                                    .get("edges"))
                            .type())
                    .isEqualTo(GroupType.CONSUMER);
        }
        assertThat(TopicRecords.committed(broker.bootstrapServers(), out)).hasSize(200);
    }

    private Workflows workflows(Map<String, Object> clients, Journal journal, RecordHandler<String> handler) {
        return Workflows.builder(Map.of("bootstrap.servers", broker.bootstrapServers()))
                .journal(journal)
                .workflow(
                        WorkflowDefinition.builder("edges")
                                .from(in, RecordCodec.string())
                                .to(out, RecordCodec.string())
                                .group("edges")
                                .options(options -> options.withDelivery(Delivery.EXACTLY_ONCE))
                                .handler(handler),
                        clients)
                .build();
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static void create(Admin admin, String topic, Map<String, String> configs) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(configs)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static WorkflowStatus status(Workflows workflows) {
        return Objects.requireNonNull(workflows.status("edges"));
    }
}
