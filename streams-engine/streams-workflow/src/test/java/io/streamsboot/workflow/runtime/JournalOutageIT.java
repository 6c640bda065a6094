package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.journal.redis.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Redis goes away and comes back. */
@WithDevBroker
class JournalOutageIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final int RECORDS = 20;

    private final DevBroker broker;
    private final Map<String, Integer> steps = new ConcurrentHashMap<>();

    JournalOutageIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    void holdsWhatNeedsTheJournalAndNothingElse(@TempDir Path directory) {
        for (String id : List.of("redis", "kafka")) {
            broker.createTopic("in-" + id, 2);
            broker.createTopic("out-" + id, 2);
        }
        try (TestRedis redis = TestRedis.start(directory);
                Journal inRedis = redis.journal();
                Journal inKafka = new KafkaJournal(Map.of("bootstrap.servers", broker.bootstrapServers()));
                Workflows workflows = workflows(inRedis, inKafka)) {
            workflows.start();
            send("redis", 0);
            awaitSucceeded(workflows, "redis", RECORDS);

            redis.stop();
            send("redis", RECORDS);
            send("kafka", 0);
            await().atMost(PATIENCE)
                    .until(() -> status(workflows, "redis").work().held().containsKey("store_unavailable"));
            awaitSucceeded(workflows, "kafka", RECORDS);
            redis.startAgain();
            awaitSucceeded(workflows, "redis", 2 * RECORDS);
            assertThat(steps.values()).as("a run that waits does its step once").containsOnly(1);
            assertThat(status(workflows, "redis").counts().retried()).isZero();
            assertThat(status(workflows, "redis").counts().dead()).isZero();
            assertThat(status(workflows, "redis").counts().holds()).isPositive();
            assertThat(status(workflows, "redis").state()).isEqualTo(WorkflowState.RUNNING);
            await().atMost(PATIENCE)
                    .until(() -> status(workflows, "redis").work().held().isEmpty());

            redis.stop();
            send("redis", 2 * RECORDS);
            await().atMost(PATIENCE)
                    .until(() -> !status(workflows, "redis").work().held().isEmpty());
            long begin = System.nanoTime();
            workflows.stop();
            // The patience for runs that are under way is a minute.
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));

            redis.startAgain();
            workflows.start();
            awaitSucceeded(workflows, "redis", RECORDS);
        }
        assertThat(TopicRecords.committed(broker.bootstrapServers(), "out-redis"))
                .extracting(record -> Clusters.text(record.value()))
                .doesNotHaveDuplicates()
                .hasSize(3 * RECORDS);
    }

    private Workflows workflows(Journal redis, Journal kafka) {
        return Workflows.builder(Map.of("bootstrap.servers", broker.bootstrapServers()))
                .journal(redis)
                .journal(kafka)
                .drainPatience(Duration.ofMinutes(1))
                .workflow(definition("redis"))
                .workflow(definition("kafka"))
                .build();
    }

    private WorkflowDefinition definition(String id) {
        return WorkflowDefinition.builder(id)
                .from("in-" + id, RecordCodec.string())
                .to("out-" + id, RecordCodec.string())
                .group("group-" + id)
                .options(options -> options.withJournal(id))
                .handler((value, context) -> context.step("s", () -> {
                    steps.merge(id + value, 1, Integer::sum);
                    return value;
                }));
    }

    private static WorkflowStatus status(Workflows workflows, String id) {
        return Objects.requireNonNull(workflows.status(id));
    }

    private static void awaitSucceeded(Workflows workflows, String id, int records) {
        await().atMost(PATIENCE)
                .until(() -> status(workflows, id).counts().succeeded() == records
                        && status(workflows, id).partitions().stream()
                                .allMatch(partition -> partition.uncommitted() == 0));
    }

    private void send(String id, int first) {
        String[] records = new String[2 * RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            records[2 * i] = "k" + i;
            records[2 * i + 1] = "v" + (first + i);
        }
        Clusters.send(broker, "in-" + id, records);
    }
}
