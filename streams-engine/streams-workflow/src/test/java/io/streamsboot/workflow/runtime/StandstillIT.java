package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Stops a process for longer than its session, lets another take over, and lets the first go on. */
@ExtendWith(ProcessExtension.class)
class StandstillIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> IDS = List.of("kafka-eos", "redis-eos");
    private static final int RECORDS = 20;

    @TempDir
    private Path directory;

    private DevBroker broker;

    private void topics(DevBroker given) {
        broker = given;
        for (String id : IDS) {
            broker.createTopic("in-" + id, 1);
            broker.createTopic("out-" + id, 1);
            send(id, 0);
        }
    }

    @BeforeEach
    void checkDirectory() {
        assertThat(directory.resolve("go")).doesNotExist();
    }

    @Test
    @WithDevBroker(
            properties = {
                "group.min.session.timeout.ms=500",
                "transaction.abort.timed.out.transaction.cleanup.interval.ms=200"
            })
    void offsetsThatWereSentButNotCommittedComeToNothing(Processes processes, DevBroker given) throws Exception {
        topics(given);
        try (TestRedis redis = TestRedis.start(directory)) {
            JavaProcess first = start(processes, redis, "first", "point=" + Point.OFFSETS_SENT, "then=wait");
            first.awaitLine("ALL"::equals, PATIENCE);
            first.pause();
            JavaProcess second = start(processes, redis, "second");
            awaitDone();
            letGoOn(first);
            // Both are in the group again, and none of them writes what the other has.
            awaitMembers(2);
            IDS.forEach(id -> send(id, RECORDS));
            awaitDone();
            second.kill();
            first.kill();
        }
        for (String id : IDS) {
            List<String> values = results(id);
            assertThat(values).as(id).doesNotHaveDuplicates().hasSize(2 * RECORDS);
        }
    }

    @Test
    @WithDevBroker(
            properties = {
                "group.min.session.timeout.ms=500",
                "transaction.abort.timed.out.transaction.cleanup.interval.ms=200"
            })
    void whatWasBufferedForTheJournalOverwritesNothing(Processes processes, DevBroker given) throws Exception {
        topics(given);
        try (TestRedis redis = TestRedis.start(directory)) {
            JavaProcess first = start(processes, redis, "first", "buffer=true", "then=wait");
            first.awaitLine("ALL"::equals, PATIENCE);
            first.pause();
            JavaProcess second = start(processes, redis, "second");
            awaitDone();
            letGoOn(first);
            for (String id : IDS) {
                String flushed = first.awaitLine(line -> line.startsWith("FLUSHED " + id), PATIENCE);
                assertThat(flushed)
                        .as("Redis says so at once")
                        .satisfiesAnyOf(
                                line -> assertThat(line).contains("Fenced"),
                                line -> assertThat(line).contains("kafka"));
            }
            second.kill();
            first.kill();
            for (String id : IDS) {
                assertThat(results(id)).as(id).doesNotHaveDuplicates().hasSize(RECORDS);
                checkJournal(id, redis);
            }
        }
    }

    private void checkJournal(String id, TestRedis redis) {
        try (Journal journal = id.startsWith("redis")
                        ? redis.journal()
                        : new KafkaJournal(Map.of("bootstrap.servers", broker.bootstrapServers()));
                JournalPartition partition =
                        journal.open(new JournalScope(id, "group-" + id, new TopicPartition("in-" + id, 0), 10_000))) {
            for (ConsumerRecord<byte[], byte[]> output : Clusters.read(broker, "out-" + id)) {
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

    private void letGoOn(JavaProcess process) throws Exception {
        Files.createFile(directory.resolve("go"));
        process.resume();
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
        for (ConsumerRecord<byte[], byte[]> record : Clusters.read(broker, "out-" + id)) {
            String value = Clusters.text(record.value());
            results.add(value.substring(0, value.indexOf('@')));
        }
        return results;
    }

    private void awaitDone() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            for (String id : IDS) {
                await(id + " to be done")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> Clusters.isDone(admin, "group-" + id, "in-" + id, 1));
            }
        }
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

    private JavaProcess start(Processes processes, TestRedis redis, String name, String... args) {
        List<String> all = new ArrayList<>(List.of(
                "servers=" + broker.bootstrapServers(),
                "redis=" + redis.port(),
                "directory=" + directory,
                "name=" + name,
                "workflows=" + String.join(",", IDS)));
        all.addAll(List.of(args));
        return processes
                .java(CrashApp.class)
                .jvmArgs("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
                .args(all.toArray(String[]::new))
                .heap(256)
                .start(PATIENCE);
    }
}
