package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import io.streamsboot.workflow.journal.redis.TestRedis;
import io.streamsboot.workflow.run.internal.Probe.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process inside each point of its workflows, one with each journal and delivery in the same process, and looks at
 * what comes out in the end. {@code -Dtests.jvm.args="-Dcrash.rounds=10"} kills ten times at each, and
 * {@code -Dcrash.points=PRODUCED,COMMITTED} at those alone.
 */
@ExtendWith(ProcessExtension.class)
@WithDevBroker(
        properties = {
            "group.min.session.timeout.ms=500",
            "transaction.abort.timed.out.transaction.cleanup.interval.ms=200"
        })
class CrashIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PARTITIONS = 2;
    private static final int RECORDS = 40;
    private static final int ROUNDS = Integer.getInteger("crash.rounds", 1);

    /** A journal in memory is there in the short form too, since it shows that the checks can fail. */
    private static final List<String> IDS = ROUNDS == 1
            ? List.of("kafka-alo", "kafka-eos", "redis-alo", "redis-eos", "memory-alo")
            : List.of("kafka-alo", "kafka-eos", "redis-alo", "redis-eos", "memory-alo", "memory-eos");

    private final DevBroker broker;
    private final Map<String, Integer> sent = new HashMap<>();
    private Path directory;
    private TestRedis redis;
    private int kills;

    CrashIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    @Timeout(value = 14, unit = TimeUnit.MINUTES)
    void losesNothingAndRepeatsNoRecordedStepWhereverItIsKilled(Processes processes, @TempDir Path temp)
            throws Exception {
        directory = temp;
        for (String id : IDS) {
            broker.createTopic("in-" + id, PARTITIONS);
            broker.createTopic("out-" + id, PARTITIONS);
            Clusters.send(broker, "in-" + id, CrashApp.HOT, CrashApp.HOT);
        }
        try (TestRedis server = TestRedis.start(temp)) {
            redis = server;
            for (int round = 0; round < ROUNDS; round++) {
                for (Point point : points()) {
                    killAt(point, 1 + round * 3, processes);
                }
            }
            finish(processes);
        }
        Set<String> repeated = stepsDoneAgain();
        for (String id : IDS) {
            check(id);
            if (!id.startsWith("memory")) {
                assertThat(repeated)
                        .as("recorded steps of %s that were done again", id)
                        .noneMatch(step -> step.startsWith(id + " "));
            }
        }
        // A journal in memory does repeat them, which shows that the check can see it.
        assertThat(repeated).anyMatch(step -> step.startsWith("memory"));
    }

    private static List<Point> points() {
        String chosen = System.getProperty("crash.points", "");
        return chosen.isEmpty()
                ? List.of(
                        Point.POLLED,
                        Point.DECODED,
                        Point.STEP_DONE,
                        Point.STEP_JOURNALED,
                        Point.COMPLETED,
                        Point.PRODUCED,
                        Point.COMMITTED)
                : Arrays.stream(chosen.split(",")).map(Point::valueOf).toList();
    }

    private void killAt(Point point, int hits, Processes processes) {
        for (String id : IDS) {
            send(id);
        }
        // Windows and polls come by less often than runs.
        int passed = point == Point.POLLED || point == Point.PRODUCED || point == Point.COMMITTED ? 1 : hits;
        try (JavaProcess process = start(processes, "point=" + point, "hits=" + passed, "then=kill")) {
            process.awaitLine("ALL"::equals, PATIENCE);
            assertThat(process.awaitExit(PATIENCE)).as("killed at %s", point).isEqualTo(128 + 9);
            kills++;
        }
    }

    private void send(String id) {
        int first = sent.merge(id, RECORDS, Integer::sum) - RECORDS;
        String[] records = new String[2 * RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            records[2 * i] = "k" + i % 20;
            records[2 * i + 1] = "v" + (first + i);
        }
        Clusters.send(broker, "in-" + id, records);
    }

    private JavaProcess start(Processes processes, String... args) {
        List<String> all = new ArrayList<>(List.of(
                "servers=" + broker.bootstrapServers(),
                "redis=" + redis.port(),
                "directory=" + directory,
                "name=p" + kills,
                "workflows=" + String.join(",", IDS)));
        all.addAll(List.of(args));
        return processes
                .java(CrashApp.class)
                .jvmArgs("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
                .args(all.toArray(String[]::new))
                .heap(256)
                .start(PATIENCE);
    }

    private void finish(Processes processes) {
        try (JavaProcess process = start(processes);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            process.awaitLine("STARTED"::equals, PATIENCE);
            for (String id : IDS) {
                await(id + " to be done")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(100))
                        .until(() -> Clusters.isDone(admin, "group-" + id, "in-" + id, PARTITIONS));
            }
        }
    }

    private void check(String id) {
        Map<String, Integer> counts = new HashMap<>();
        Map<String, String> runs = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : Clusters.read(broker, "out-" + id)) {
            String value = Clusters.text(record.value());
            String result = value.substring(0, value.indexOf('@'));
            counts.merge(result, 1, Integer::sum);
            String run = Clusters.header(record, "streams.run-id") + (id.startsWith("memory") ? "" : value);
            String before = runs.putIfAbsent(result, run);
            assertThat(before)
                    .as("%s: %s comes twice, but not of the same run", id, result)
                    .isIn(null, run);
        }
        Set<String> expected = new HashSet<>();
        expected.add(CrashApp.expected(CrashApp.HOT));
        for (int i = 0; i < sent.get(id); i++) {
            expected.add(CrashApp.expected("v" + i));
        }
        assertThat(counts.keySet()).as("outputs of %s", id).isEqualTo(expected);
        int most = id.endsWith("eos") ? 1 : 1 + kills;
        assertThat(counts.values()).as("how often outputs of %s come", id).allMatch(count -> count <= most);
        CrashApp.say(id + ": " + expected.size() + " records, " + kills + " kills, "
                + counts.values().stream().mapToInt(count -> count - 1).sum() + " outputs more than once");
    }

    /** Steps that were done after they were known to be recorded, as {@code <workflow> <run> <step>}. */
    private Set<String> stepsDoneAgain() throws IOException {
        Set<String> recorded = new HashSet<>();
        Set<String> again = new HashSet<>();
        for (String line : Files.readAllLines(directory.resolve("steps"))) {
            String[] words = line.split(" ");
            if (words.length < 4) {
                continue;
            }
            String step = words[0] + " " + words[2] + " " + words[3];
            if (words[1].equals("J")) {
                recorded.add(step);
            } else if (recorded.contains(step)) {
                again.add(step);
            }
        }
        return again;
    }
}
