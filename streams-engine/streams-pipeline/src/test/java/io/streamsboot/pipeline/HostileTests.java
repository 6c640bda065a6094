package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.program.ProgramLimits;
import io.streamsboot.pipeline.program.Subject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Definitions and rows that mean harm: each is refused with a way out, or set apart, in bounded time and memory. */
class HostileTests {

    private static final byte[] GOOD = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    private static final ProgramLimits LIMITS =
            new ProgramLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), 2 << 20, 1_000_000, 10_000);
    private static final int LONGEST_MESSAGE = 4_000;

    @TempDir
    Path state;

    static List<HostileDefinitions.Definition> definitions() {
        return HostileDefinitions.all();
    }

    static List<HostileRows.Row> rows() {
        return HostileRows.all();
    }

    @Test
    void thereAreEnough() {
        assertThat(definitions().size() + rows().size()).isGreaterThanOrEqualTo(80);
    }

    @ParameterizedTest
    @MethodSource("definitions")
    @Timeout(20)
    void aDefinitionIsRefused(HostileDefinitions.Definition hostile) {
        PipelineException e = catchThrowableOfType(
                PipelineException.class,
                () -> new PipelineCompiler().compile(PipelineDefinition.read(hostile.source(), hostile.text())));
        assertThat(e).isNotNull();
        assertThat(e.getMessage()).contains(hostile.says()).hasSizeLessThan(LONGEST_MESSAGE);
        assertThat(e.action()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Timeout(20)
    void aRowIsSetApartAndTheNextOneGoesOn(HostileRows.Row hostile) throws Exception {
        Pipeline pipeline = new PipelineCompiler(
                        FunctionRegistry.standard(), Subject.wasm().withLimits(LIMITS))
                .compile(PipelineDefinition.read("p.yaml", """
                name: p
                datasets:
                  in: { topic: t, onBadData: drop }
                  out: { topic: u }
                stages:
                  - inputs: [in]
                    output: out
                    steps: [%s]
                """.formatted(hostile.step())));
        StreamsBuilder builder = new StreamsBuilder();
        pipeline.define(builder);
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "p");
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            TestInputTopic<byte[], byte[]> in =
                    driver.createInputTopic("t", new ByteArraySerializer(), new ByteArraySerializer());
            TestOutputTopic<byte[], byte[]> out =
                    driver.createOutputTopic("u", new ByteArrayDeserializer(), new ByteArrayDeserializer());
            in.pipeInput(hostile.value());
            assertThat(out.isEmpty()).isTrue();
            assertThat(pipeline.counters().get("out").dropped()).isEqualTo(1);
            in.pipeInput(GOOD);
            assertThat(pipeline.counters().get("out").dropped()).isEqualTo(1);
            assertThat(pipeline.counters().get("out").consumed()).isEqualTo(2);
        }
    }

    /** What is large is not yet hostile. */
    @Test
    @Timeout(20)
    void megabytesPassIfNobodyLooksAtThem() {
        String row = "{\"a\":1,\"b\":\"" + "x".repeat(9_000_000) + "\"}";
        PipelineTester tester =
                PipelineTester.of(new PipelineCompiler().compile(PipelineDefinition.read("p.yaml", """
                name: p
                datasets: { in: { topic: t }, out: { topic: u } }
                stages: [ { inputs: [in], output: out, steps: [ { op: filter, expression: "a >= 1" } ] } ]
                """)));
        tester.pipe("in", row);
        assertThat(tester.failures()).isEmpty();
        assertThat(tester.rows("out"))
                .singleElement()
                .satisfies(out -> assertThat(out).hasSize(row.length()));
    }
}
