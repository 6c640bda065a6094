package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.journal.RunRecord;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.journal.redis.TestRedis;
import io.streamsboot.workflow.run.internal.Probe.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stops a process for longer than its session, lets another take over, and lets the first go on. Two of its workflows have
 * sent offsets and not committed them, and two have writes to the journal that are not out yet.
 */
@ExtendWith(ProcessExtension.class)
@WithDevBroker(
        properties = {
            "group.min.session.timeout.ms=500",
            "transaction.abort.timed.out.transaction.cleanup.interval.ms=200"
        })
class StandstillIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> SENT = List.of("kafka-eos", "redis-eos");
    private static final List<String> BUFFERED = List.of("kafka-eos-buffer", "redis-eos-buffer");
    private static final List<String> IDS =
            Stream.of(SENT, BUFFERED).flatMap(List::stream).toList();
    private static final int RECORDS = 20;

    private final DevBroker broker;

    @TempDir
    private Path directory;

    StandstillIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    @Timeout(value = 4, unit = TimeUnit.MINUTES)
    @SuppressWarnings("try") // Workflows that run meanwhile.
    void whatAStoppedProcessHadBegunComesToNothing(Processes processes) throws Exception {
        for (String id : IDS) {
            broker.createTopic("in-" + id, 1);
            broker.createTopic("out-" + id, 1);
            send(id, 0);
        }
        try (TestRedis redis = TestRedis.start(directory)) {
            JavaProcess first = processes
                    .java(CrashApp.class)
                    .jvmArgs("-XX:+UseSerialGC")
                    .args(args(redis, "first", "points=" + Point.OFFSETS_SENT, "then=wait"))
                    .heap(256)
                    .start(PATIENCE);
            first.awaitLine("ALL"::equals, PATIENCE);
            first.pause();
            try (CrashApp ignored = CrashApp.start(args(redis, "second"))) {
                Clusters.awaitDone(broker, IDS, 1, PATIENCE);
                Files.createFile(directory.resolve("go"));
                first.resume();
                checkFlushed(first);
                // Both are in the groups again, and none of them writes what the other has.
                awaitMembers(2);
                SENT.forEach(id -> send(id, RECORDS));
                Clusters.awaitDone(broker, IDS, 1, PATIENCE);
                first.kill();
            }
            for (String id : SENT) {
                assertThat(results(id)).as(id).doesNotHaveDuplicates().hasSize(2 * RECORDS);
            }
            for (String id : BUFFERED) {
                assertThat(results(id)).as(id).doesNotHaveDuplicates().hasSize(RECORDS);
                checkJournal(id, redis);
            }
        }
    }

    private static void checkFlushed(JavaProcess first) {
        for (String id : BUFFERED) {
            String flushed = first.awaitLine(line -> line.startsWith("FLUSHED " + id), PATIENCE);
            assertThat(flushed)
                    .as("Redis says so at once")
                    .satisfiesAnyOf(
                            line -> assertThat(line).contains("Fenced"),
                            line -> assertThat(line).contains("kafka"));
        }
    }

    private void checkJournal(String id, TestRedis redis) {
        try (Journal journal = id.startsWith("redis")
                        ? redis.journal()
                        : new KafkaJournal(Map.of("bootstrap.servers", broker.bootstrapServers()));
                JournalPartition partition =
                        journal.open(new JournalScope(id, "group-" + id, new TopicPartition("in-" + id, 0), 10_000))) {
            for (ConsumerRecord<byte[], byte[]> output :
                    TopicRecords.committed(broker.bootstrapServers(), "out-" + id)) {
                assertThat(Clusters.text(output.value())).endsWith("@second");
                RunRecord run = partition
                        .find(Clusters.header(output, "streams.run-id"))
                        .toCompletableFuture()
                        .join();
                byte[] outcome =
                        Objects.requireNonNull(Objects.requireNonNull(run).outcome());
                assertThat(Clusters.text(outcome)).contains("@second").doesNotContain("@first");
            }
        }
    }

    private void send(String id, int first) {
        String[] records = new String[2 * RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            records[2 * i] = "k" + i;
            records[2 * i + 1] = "v" + (first + i);
        }
        Clusters.send(broker, "in-" + id, records);
    }

    private List<String> results(String id) {
        List<String> results = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : TopicRecords.committed(broker.bootstrapServers(), "out-" + id)) {
            String value = Clusters.text(record.value());
            results.add(value.substring(0, value.indexOf('@')));
        }
        return results;
    }

    private void awaitMembers(int count) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            for (String id : IDS) {
                await("members of " + id)
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> admin.describeConsumerGroups(List.of("group-" + id))
                                        .all()
                                        .get()
                                        .get("group-" + id)
                                        .members()
                                        .size()
                                == count);
            }
        }
    }

    private String[] args(TestRedis redis, String... more) {
        return Stream.concat(
                        Stream.of(
                                "servers=" + broker.bootstrapServers(),
                                "redis=" + redis.port(),
                                "directory=" + directory,
                                "name=" + more[0],
                                "workflows=" + String.join(",", IDS)),
                        Stream.of(more).skip(1))
                .toArray(String[]::new);
    }
}
