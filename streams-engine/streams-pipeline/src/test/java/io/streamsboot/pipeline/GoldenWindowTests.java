package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.internal.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real flights through windows, sessions and joins come to what a script in another language computes. */
class GoldenWindowTests {

    @TempDir
    Path state;

    @Test
    void aTesterFindsWhatTheReferenceFinds() throws IOException {
        GoldenFlights.assertEqual(byTester(GoldenFlights.flights()));
    }

    private static Map<String, List<String>> byTester(List<String> flights) throws IOException {
        PipelineTester tester = PipelineTester.of(GoldenFlights.pipeline(UnaryOperator.identity()));
        flights.forEach(flight -> tester.pipe("flights", flight));
        tester.advance(Duration.ofMinutes(1)).advance(Duration.ofMinutes(1));
        assertThat(tester.failures()).isEmpty();
        Map<String, List<String>> found = new HashMap<>();
        GoldenFlights.OUTPUTS.forEach(output -> found.put(output, tester.rows(output)));
        return found;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void placementAndInterleavingDoNotMatter(long seed) throws IOException {
        Random random = new Random(seed);
        Pipeline pipeline = GoldenFlights.pipeline(UnaryOperator.identity());
        Map<String, List<String>> found = new HashMap<>();
        Simulation simulation = new Simulation(pipeline.plan(), 4, new Simulation.Listener() {
            @Override
            public void row(String dataset, byte @Nullable [] key, byte[] value) {
                found.computeIfAbsent(dataset, name -> new ArrayList<>()).add(text(value));
            }

            @Override
            public void failure(String dataset, byte @Nullable [] value, RuntimeException reason) {
                throw reason;
            }
        });
        List<List<String>> topic = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            topic.add(new ArrayList<>());
        }
        GoldenFlights.flights().forEach(flight -> topic.get(random.nextInt(4)).add(flight));
        int[] next = new int[4];
        for (int left = GoldenFlights.flights().size(); left > 0; ) {
            int p = random.nextInt(4);
            int burst = random.nextInt(2_000);
            for (; burst > 0 && next[p] < topic.get(p).size(); burst--, left--) {
                simulation.record("flights", p, null, bytes(topic.get(p).get(next[p]++)), 0);
                if (random.nextInt(50) == 0) {
                    simulation.tell();
                }
                for (int i = random.nextInt(4); i > 0; i--) {
                    simulation.deliver(random);
                }
            }
        }
        simulation.settle(random);
        simulation.advance(60_000);
        simulation.advance(60_000);

        assertThat(pipeline.counters().values().stream()
                        .mapToLong(StageCounters::lateRows)
                        .sum())
                .isZero();
        GoldenFlights.assertEqual(found);
    }

    /** Of some flights: Kafka's test driver commits, and writes its positions to the disk, after each. */
    @Test
    void aTopologyFindsTheSame() throws IOException {
        List<String> flights = GoldenFlights.flights().subList(0, 1_500);
        StreamsBuilder builder = new StreamsBuilder();
        GoldenFlights.pipeline(UnaryOperator.identity())
                .withPartitions(topic -> 1)
                .define(builder);
        Map<String, List<String>> found = new HashMap<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config())) {
            var in = driver.createInputTopic("flights", new ByteArraySerializer(), new ByteArraySerializer());
            int number = 0;
            for (String flight : flights) {
                in.pipeInput(bytes(flight));
                if (++number % 500 == 0) {
                    driver.advanceWallClockTime(Duration.ofMillis(100));
                }
            }
            for (int looks = 0; looks < 40; looks++) {
                driver.advanceWallClockTime(Duration.ofSeconds(6));
            }
            for (String output : GoldenFlights.OUTPUTS) {
                var out = driver.createOutputTopic(output, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                found.put(
                        output,
                        out.readValuesToList().stream()
                                .map(GoldenWindowTests::text)
                                .toList());
            }
        }
        byTester(flights)
                .forEach((output, rows) -> assertThat(found.get(output))
                        .as(output)
                        .isNotEmpty()
                        .containsExactlyInAnyOrderElementsOf(rows));
    }

    private Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "golden");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        return config;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
