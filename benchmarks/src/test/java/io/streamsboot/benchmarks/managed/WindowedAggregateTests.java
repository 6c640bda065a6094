package io.streamsboot.benchmarks.managed;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The DSL's windows come to what the pipeline's do. */
class WindowedAggregateTests {

    private static final int ROWS = 2_000;
    private static final int APART_MS = 100;

    @TempDir
    Path state;

    @Test
    void bothWriteTheSame() {
        PipelineTester tester = PipelineTester.of(new PipelineCompiler()
                .compile(PipelineDefinition.read("p.yaml", """
                name: p
                datasets: { in: { topic: t }, out: { topic: u } }
                stages:
                  - inputs: [in]
                    output: out
                    steps:
                %s
                """.formatted(WindowedAggregate.STEPS.indent(6)))));
        StreamsBuilder builder = new StreamsBuilder();
        new WindowedAggregate(ROWS).define(builder, new Meter(Long.MAX_VALUE), "t", "u");
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "windows");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());

        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            var input = driver.createInputTopic("t", new ByteArraySerializer(), new ByteArraySerializer());
            FlightRows rows = new FlightRows();
            SplittableRandom random = new SplittableRandom(1);
            for (int i = 0; i < ROWS; i++) {
                byte[] row = rows.next(random);
                tester.send("in", 0, null, new String(row, StandardCharsets.UTF_8), i * APART_MS);
                // The DSL looks for windows that are over once a second.
                driver.advanceWallClockTime(Duration.ofSeconds(1));
                input.pipeInput(null, row, (long) i * APART_MS);
            }
            List<String> written = driver
                    .createOutputTopic("u", new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .readValuesToList()
                    .stream()
                    .map(value -> new String(value, StandardCharsets.UTF_8))
                    .toList();
            assertThat(written)
                    .hasSizeGreaterThan(FlightRows.ROUTES)
                    .containsExactlyInAnyOrderElementsOf(tester.rows("out"));
        }
    }
}
