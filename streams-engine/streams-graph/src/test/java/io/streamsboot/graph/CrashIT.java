package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.Topic;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A graph under exactly-once is killed at random points, again and again, and says what an iterator says. Three rounds, or as
 * many as the system property {@code graph.crash.rounds} wants; {@code graph.crash.seed} repeats a run.
 */
@ExtendWith(ProcessExtension.class)
@WithDevBroker(
        topics = {@Topic(name = CrashGraph.INPUT, partitions = 2), @Topic(name = CrashGraph.OUTPUT, partitions = 2)})
class CrashIT {

    private static final int ROUNDS = Integer.getInteger("graph.crash.rounds", 3);
    private static final long SEED = Long.getLong("graph.crash.seed", System.nanoTime());
    private static final int RECORDS = 1_000;
    private static final int KEYS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @Test
    @Timeout(1_000)
    void killsChangeNothing(Processes processes, DevBroker broker, @TempDir Path directory) {
        System.out.println("graph.crash.seed=" + SEED);
        var random = new Random(SEED);
        JavaProcess app = processes
                .java(CrashGraph.class)
                .args(broker.bootstrapServers(), directory.toString())
                .heap(256)
                .readyWhenLine("STATE RUNNING")
                .start(PATIENCE);
        List<Tick> sent = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Tick> more = ticks(random, sent.size());
            send(broker, more);
            sent.addAll(more);
            int point = 1 + random.nextInt(RECORDS);
            app.awaitLine(("SEEN " + point)::equals, PATIENCE);
            app.restart();
        }
        List<Tick> last = ticks(random, sent.size());
        send(broker, last);
        sent.addAll(last);

        Map<String, List<String>> expected = new TreeMap<>();
        KeyedRun<String, Tick> run = CrashGraph.graph()
                .<String>keyed(Tick::key, CrashGraph.POLICY)
                .start((key, step) -> {
                    if (step.isPresent()) {
                        expected.computeIfAbsent(key, k -> new ArrayList<>()).add(step.value());
                    }
                });
        sent.forEach(run::accept);
        assertThat(run.late()).as("records are late, too").isPositive();
        long size = size(expected);
        await().atMost(PATIENCE).until(() -> size(results(broker)) >= size);
        app.terminate(PATIENCE);
        assertThat(results(broker)).isEqualTo(expected);
    }

    /** Out of order within three seconds, and sometimes more. */
    private static List<Tick> ticks(Random random, int from) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = from; i < from + RECORDS; i++) {
            long time = 1_700_000_000L * Tick.SECOND + i * (Tick.SECOND / KEYS) - random.nextLong(3 * Tick.SECOND);
            ticks.add(new Tick(
                    random.nextInt(100) == 0 ? time - 5 * Tick.SECOND : time,
                    "key " + random.nextInt(KEYS),
                    0.0,
                    random.nextGaussian()));
        }
        return ticks;
    }

    private static void send(DevBroker broker, List<Tick> ticks) {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                TickSerde.of().serializer())) {
            ticks.forEach(tick -> producer.send(new ProducerRecord<>(CrashGraph.INPUT, tick.key(), tick)));
        }
    }

    private static Map<String, List<String>> results(DevBroker broker) {
        return TopicReader.committed(
                broker.bootstrapServers(), CrashGraph.OUTPUT, new StringDeserializer(), new StringDeserializer());
    }

    private static long size(Map<String, List<String>> values) {
        return values.values().stream().mapToLong(List::size).sum();
    }
}
