package io.streamsboot.workflow.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import io.streamsboot.workflow.journal.redis.TestRedis;
import io.streamsboot.workflow.run.internal.Probe.Point;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The table of guarantees in the guide: one workflow for each row, all in one process, which is killed while a thread of each
 * stands in several points. Every answer "no" of a row is a "yes" of another one, so that each check is seen to see.
 *
 * <p>{@code -Dtests.jvm.args="-Dcrash.rounds=10"} kills ten times in each point, and {@code -Dcrash.points=PRODUCED,COMMITTED}
 * in those alone.
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

    /** Points in which threads of one workflow can stand at the same time: of runs, the poll thread, and the sender. */
    private static final List<Set<Point>> TOGETHER = List.of(
            EnumSet.of(Point.POLLED, Point.DECODED, Point.STEP_DONE, Point.PRODUCED),
            EnumSet.of(Point.STEP_JOURNALED, Point.COMPLETED, Point.COMMITTED));

    private static final List<Row> ROWS = List.of(
            new Row("kafka-alo", false, false, true, false),
            new Row("kafka-eos", false, false, false, false),
            new Row("redis-alo", false, false, true, false),
            new Row("redis-eos", false, false, false, false),
            new Row("memory-alo", true, true, true, true),
            new Row("memory-eos", true, true, false, false),
            new Row("none-alo", true, true, true, true));

    private static final List<String> IDS = ROWS.stream().map(Row::id).toList();

    private final DevBroker broker;
    private final Map<String, Integer> sent = new HashMap<>();
    private Path directory;
    private TestRedis redis;
    private int kills;

    /**
     * A row of the table.
     *
     * @param handler whether the handler runs again for a run whose outcome was recorded
     * @param steps whether steps run again whose result was recorded
     * @param doubles whether outputs come more than once
     * @param differ whether those that do have another content
     */
    private record Row(String id, boolean handler, boolean steps, boolean doubles, boolean differ) {}

    CrashIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    @Timeout(value = 14, unit = TimeUnit.MINUTES)
    @SuppressWarnings("try") // Workflows that run meanwhile.
    void keepsWhatEachRowPromisesWhereverItIsKilled(Processes processes, @TempDir Path temp) throws Exception {
        directory = temp;
        for (String id : IDS) {
            broker.createTopic("in-" + id, PARTITIONS);
            broker.createTopic("out-" + id, PARTITIONS);
            Clusters.send(broker, "in-" + id, CrashApp.HOT, CrashApp.HOT);
        }
        try (TestRedis server = TestRedis.start(temp)) {
            redis = server;
            for (int round = 0; round < ROUNDS; round++) {
                for (Set<Point> together : TOGETHER) {
                    Set<Point> points = EnumSet.copyOf(together);
                    points.retainAll(chosen());
                    if (!points.isEmpty()) {
                        killIn(points, 1 + round * 3, processes);
                    }
                }
            }
            try (CrashApp ignored = CrashApp.start(args())) {
                Clusters.awaitDone(broker, IDS, PARTITIONS, PATIENCE);
            }
        }
        List<String> log = Files.readAllLines(directory.resolve("steps"));
        Set<String> handled = doneAgain(log, 'H', 'C');
        Set<String> repeated = doneAgain(log, 'S', 'J');
        for (Row row : ROWS) {
            assertThat(handled.contains(row.id()))
                    .as("the handler of %s runs again", row.id())
                    .isEqualTo(row.handler());
            assertThat(repeated.contains(row.id()))
                    .as("recorded steps of %s run again", row.id())
                    .isEqualTo(row.steps());
            checkOutputs(row);
        }
    }

    private static Set<Point> chosen() {
        String chosen = System.getProperty("crash.points", "");
        return chosen.isEmpty()
                ? EnumSet.allOf(Point.class)
                : Arrays.stream(chosen.split(",")).map(Point::valueOf).collect(Collectors.toSet());
    }

    private void killIn(Set<Point> points, int hits, Processes processes) {
        IDS.forEach(id -> send(id, RECORDS));
        String names = points.stream().map(Point::name).collect(Collectors.joining(","));
        try (JavaProcess process = processes
                .java(CrashApp.class)
                .jvmArgs("-XX:+UseSerialGC")
                .args(args("points=" + names, "hits=" + hits, "then=kill"))
                .heap(256)
                .start(PATIENCE)) {
            if (points.size() > 1 && points.contains(Point.POLLED)) {
                for (String id : IDS) {
                    process.awaitLine(("SEND " + id)::equals, PATIENCE);
                    send(id, 2);
                }
            }
            process.awaitLine("ALL"::equals, PATIENCE);
            assertThat(process.awaitExit(PATIENCE)).as("killed in %s", points).isEqualTo(128 + 9);
            kills++;
        }
    }

    private void send(String id, int count) {
        int first = sent.merge(id, count, Integer::sum) - count;
        String[] records = new String[2 * count];
        for (int i = 0; i < count; i++) {
            records[2 * i] = "k" + i % 20;
            records[2 * i + 1] = "v" + (first + i);
        }
        Clusters.send(broker, "in-" + id, records);
    }

    private String[] args(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "servers=" + broker.bootstrapServers(),
                "redis=" + redis.port(),
                "directory=" + directory,
                "name=p" + kills,
                "workflows=" + String.join(",", IDS)));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private void checkOutputs(Row row) {
        String id = row.id();
        Map<String, Integer> counts = new HashMap<>();
        Map<String, String> runs = new HashMap<>();
        Map<String, Set<String>> contents = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : TopicRecords.committed(broker.bootstrapServers(), "out-" + id)) {
            String value = Clusters.text(record.value());
            String result = value.substring(0, value.indexOf('@'));
            counts.merge(result, 1, Integer::sum);
            contents.computeIfAbsent(result, same -> new HashSet<>()).add(value);
            String run = Clusters.header(record, "streams.run-id");
            assertThat(runs.putIfAbsent(result, run))
                    .as("%s: %s comes twice, but not of the same run", id, result)
                    .isIn(null, run);
        }
        Set<String> expected = new HashSet<>();
        expected.add(CrashApp.expected(CrashApp.HOT));
        for (int i = 0; i < sent.get(id); i++) {
            expected.add(CrashApp.expected("v" + i));
        }
        assertThat(counts.keySet()).as("outputs of %s", id).isEqualTo(expected);
        assertThat(counts.values()).as("how often outputs of %s come", id).allMatch(count -> count <= 1 + kills);
        int doubles = counts.values().stream().mapToInt(count -> count - 1).sum();
        assertThat(doubles > 0).as("outputs of %s double", id).isEqualTo(row.doubles());
        assertThat(contents.values().stream().anyMatch(values -> values.size() > 1))
                .as("outputs of %s come again with another content", id)
                .isEqualTo(row.differ());
        CrashApp.say(
                id + ": " + expected.size() + " records, " + kills + " kills, " + doubles + " outputs more than once");
    }

    /** The workflows of which something was begun again after it was known to be recorded. */
    private static Set<String> doneAgain(List<String> log, char begin, char recorded) {
        Set<String> known = new HashSet<>();
        Set<String> again = new HashSet<>();
        for (String line : log) {
            String[] words = line.split(" ", -1);
            if (words.length < 4) {
                // The kill came in the middle of it.
                continue;
            }
            String what = words[0] + " " + words[2] + " " + words[3];
            if (words[1].charAt(0) == recorded) {
                known.add(what);
            } else if (words[1].charAt(0) == begin && known.contains(what)) {
                again.add(words[0]);
            }
        }
        return again;
    }
}
