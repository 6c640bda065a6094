package io.streamsboot.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.pipeline.internal.Simulation;
import io.streamsboot.test.Topic;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pipeline under exactly-once is killed at random points, with windows and joins open, and stays away for longer than its idle
 * timeout; in the end each key has what it has in a run that nobody disturbed, and in one without Kafka. Three rounds, or as many
 * as {@code -Dpipeline.crash.rounds} says; {@code -Dpipeline.crash.seed} sends the same rows and kills at the same points.
 */
@ExtendWith(ProcessExtension.class)
@WithDevBroker(
        topics = {
            @Topic(name = "orders", partitions = CrashIT.PARTITIONS),
            @Topic(name = "payments", partitions = CrashIT.PARTITIONS)
        })
class CrashIT {

    static final int PARTITIONS = 4;

    private static final int ROUNDS = Integer.getInteger("pipeline.crash.rounds", 3);
    private static final long SEED = Long.getLong("pipeline.crash.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ORDERS_PER_ROUND = 400;

    private final DevBroker broker;
    private final Random random = new Random(SEED);
    private final List<Sent> sent = new ArrayList<>();
    private int orders;

    private record Sent(String dataset, int partition, String key, String row) {}

    CrashIT(DevBroker broker) {
        this.broker = broker;
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void killsInsideOpenWindowsChangeNothing(Processes processes, @TempDir Path directory) throws Exception {
        for (String output : CrashPipeline.OUTPUTS) {
            broker.createTopic(output + "-killed", 2);
            broker.createTopic(output + "-calm", 2);
        }
        send();
        JavaProcess app = processes
                .java(CrashPipeline.class)
                .args(broker.bootstrapServers(), directory.resolve("killed").toString())
                .heap(256)
                .start(PATIENCE);
        for (int round = 1; round <= ROUNDS; round++) {
            String point = point();
            app.awaitLine(point::equals, PATIENCE);
            app.kill();
            System.out.printf("round %d of %d: killed at '%s'%n", round, ROUNDS, point);
            send();
            if (round < ROUNDS) {
                pause(CrashPipeline.IDLE_MS + 200);
                app.restart();
            }
        }

        Map<String, List<String>> expected = expected();
        for (String output : CrashPipeline.OUTPUTS) {
            assertThat(expected.keySet()).as("something of everything").anyMatch(key -> key.startsWith(output + " "));
        }
        try (ManagedTopologies calm = CrashPipeline.start(
                "calm", broker.bootstrapServers(), directory.resolve("calm").toString(), line -> {})) {
            assertThat(calm.all()).hasSize(1);
            pause(CrashPipeline.IDLE_MS + 200);
            app.restart();
            for (String run : List.of("calm", "killed")) {
                await(run)
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(difference(found(run), expected))
                                .as("seed %d", SEED)
                                .isEmpty());
            }
        }

        app.terminate(PATIENCE);
        assertThat(difference(found("killed"), expected))
                .as("after the end, seed %d", SEED)
                .isEmpty();
    }

    /** A moment between the first and the last row that is sure to come before nothing is left to be read. */
    private String point() {
        return switch (random.nextInt(3)) {
            case 0 -> "read " + (1 + random.nextInt(ORDERS_PER_ROUND));
            case 1 -> "joined " + (1 + random.nextInt(ORDERS_PER_ROUND / 3));
            default -> "closed " + (1 + random.nextInt(20));
        };
    }

    private static void pause(long millis) throws InterruptedException {
        assertThat(new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS)).isFalse();
    }

    /** Orders in random partitions, out of order, a few of them late, and payments for most; some in time, some not, some twice. */
    private void send() {
        try (var producer = Topics.producer(broker)) {
            for (int i = 0; i < ORDERS_PER_ROUND; i++) {
                int order = orders++;
                long at = 1_700_000_000_000L + order * 10L;
                List<Sent> rows = new ArrayList<>();
                rows.add(row("orders", order, at, "\"shop\":\"shop " + random.nextInt(6) + "\",\"amount\":" + i % 90));
                for (int payments = random.nextInt(10); payments > 1; payments -= 5) {
                    rows.add(row("payments", order, at + random.nextInt(900), "\"by\":\"card\""));
                }
                for (Sent row : rows) {
                    sent.add(row);
                    producer.send(new ProducerRecord<>(
                            row.dataset(),
                            row.partition(),
                            row.key().getBytes(UTF_8),
                            row.row().getBytes(UTF_8)));
                }
            }
        }
    }

    private Sent row(String dataset, int order, long at, String more) {
        long time = at - random.nextInt(150) - (random.nextInt(40) == 0 ? 3_000 : 0);
        return new Sent(
                dataset,
                random.nextInt(PARTITIONS),
                "key " + random.nextInt(20),
                "{\"at\":" + time + ",\"order\":\"" + order + "\",\"id\":\"" + sent.size() + "." + random.nextInt(1_000)
                        + "\"," + more + "}");
    }

    /** What each key of each output must have: of one run without Kafka, row by row. */
    private Map<String, List<String>> expected() {
        Map<String, List<String>> expected = new TreeMap<>();
        Simulation.Listener results = new Simulation.Listener() {
            @Override
            public void row(String dataset, byte @Nullable [] key, byte[] value) {
                add(expected, dataset, key, value);
            }

            @Override
            public void failure(String dataset, byte @Nullable [] value, RuntimeException reason) {
                throw reason;
            }
        };
        Simulation run =
                new Simulation(CrashPipeline.pipeline("simulated", line -> {}).plan(), PARTITIONS, results);
        for (Sent row : sent) {
            run.record(
                    row.dataset(),
                    row.partition(),
                    row.key().getBytes(UTF_8),
                    row.row().getBytes(UTF_8),
                    0);
            run.tell();
            run.settle(null);
        }
        run.finish();
        return expected;
    }

    private Map<String, List<String>> found(String run) {
        Map<String, List<String>> found = new TreeMap<>();
        for (String output : CrashPipeline.OUTPUTS) {
            TopicRecords.committed(broker.bootstrapServers(), output + "-" + run)
                    .forEach(record -> add(found, output, record.key(), record.value()));
        }
        return found;
    }

    private static void add(Map<String, List<String>> all, String output, byte @Nullable [] key, byte[] value) {
        all.computeIfAbsent(output + " " + (key == null ? "" : new String(key, UTF_8)), name -> new ArrayList<>())
                .add(new String(value, UTF_8));
    }

    /** What is missing, and what is too much. */
    private static List<String> difference(Map<String, List<String>> found, Map<String, List<String>> expected) {
        List<String> differences = new ArrayList<>();
        missing(expected, found, "missing in ", differences);
        missing(found, expected, "too much in ", differences);
        return differences;
    }

    private static void missing(
            Map<String, List<String>> of, Map<String, List<String>> in, String what, List<String> into) {
        of.forEach((key, rows) -> {
            List<String> rest = new ArrayList<>(rows);
            in.getOrDefault(key, List.of()).forEach(rest::remove);
            rest.forEach(row -> into.add(what + key + ": " + row));
        });
    }
}
