package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.row.RowException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What steps do to rows, without Kafka and as a topology. */
class PipelineTests {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Path FLIGHTS = Path.of("../../sample-apps/flight-board/src/main/resources/data/flights.csv");

    @TempDir
    Path state;

    @Test
    void filters() {
        assertThat(run(
                        List.of(new Step.Filter("x > 1")),
                        "{ \"x\" : 2, \"y\":1}",
                        "{\"x\":1}",
                        "{\"y\":1}",
                        "{\"x\":null}"))
                .as("true is kept, byte for byte")
                .containsExactly("{ \"x\" : 2, \"y\":1}");
    }

    @Test
    void setsColumns() {
        assertThat(run(
                        List.of(
                                new Step.ApplyExpression("x", "x + 1"),
                                new Step.ApplyExpression("x", "x * 2"),
                                new Step.ApplyExpression("new", "concat(x, '-', missing)")),
                        "{\"new\":0,\"x\":1,\"other\":[ 1 ]}"))
                .containsExactly("{\"other\":[ 1 ],\"x\":4,\"new\":\"4-\"}");
    }

    @Test
    void selectsAndDrops() {
        assertThat(run(List.of(new Step.Select(List.of("b", "a", "c"))), "{\"a\":1,\"x\":2,\"b\":1.50}"))
                .containsExactly("{\"a\":1,\"b\":1.50}");
        assertThat(run(List.of(new Step.Drop(List.of("a", "missing"))), "{\"a\":1,\"x\":2,\"b\":3}"))
                .containsExactly("{\"x\":2,\"b\":3}");
        assertThat(run(List.of(new Step.Drop(List.of("a")), new Step.ApplyExpression("a", "1")), "{\"a\":7,\"b\":3}"))
                .containsExactly("{\"b\":3,\"a\":1}");
    }

    @Test
    void renames() {
        assertThat(run(List.of(new Step.Rename(Map.of("a", "b", "b", "a"))), "{\"a\":1,\"b\":2,\"c\":3}"))
                .as("two change places")
                .containsExactly("{\"b\":1,\"a\":2,\"c\":3}");
        assertThat(run(
                        List.of(new Step.Rename(Map.of("a", "z")), new Step.Filter("z == 1")),
                        "{\"a\":1,\"z\":9}",
                        "{\"a\":2,\"z\":1}"))
                .as("what the record has under the new name gives way")
                .containsExactly("{\"z\":1}");
    }

    @Test
    void casts() {
        List<Step> steps = List.of(
                new Step.Cast("i", "integer"),
                new Step.Cast("d", "double"),
                new Step.Cast("s", "string"),
                new Step.Cast("b", "boolean"),
                new Step.Cast("m", "decimal"));
        assertThat(run(
                        steps,
                        "{\"i\":\"12\",\"d\":1,\"s\":1.5,\"b\":true,\"m\":\"1.50\"}",
                        "{\"b\":\"false\",\"i\":null}"))
                .containsExactly(
                        "{\"i\":12,\"d\":1.0,\"s\":\"1.5\",\"b\":true,\"m\":1.50}",
                        "{\"i\":null,\"d\":null,\"s\":null,\"b\":false,\"m\":null}");
    }

    @Test
    void explodes() {
        List<Step> steps = List.of(
                new Step.Explode("l"),
                new Step.Filter("l != 2"),
                new Step.ApplyExpression("n", "l == null ? 0 : l + 1"));
        assertThat(run(steps, "{\"l\":[1,2,null],\"k\":\"x\"}", "{\"l\":[]}", "{\"l\":null}", "{}"))
                .containsExactly("{\"k\":\"x\",\"l\":1,\"n\":2}", "{\"k\":\"x\",\"l\":null,\"n\":0}");
    }

    @Test
    void flattens() {
        assertThat(run(
                        List.of(new Step.Flatten("o", List.of("a", "b"), "o_")),
                        "{\"o\":{\"a\":1,\"c\":2},\"x\":3}",
                        "{\"x\":1}"))
                .containsExactly("{\"x\":3,\"o_a\":1,\"o_b\":null}", "{\"x\":1,\"o_a\":null,\"o_b\":null}");
    }

    @Test
    void badRowsAreIsolated() {
        List<Step> steps = List.of(new Step.ApplyExpression("y", "10 / x"), new Step.Select(List.of("x", "y")));
        String[] rows = {"{\"x\":5}", "{\"x\":0}", "no json", "{\"x\":\"text\"}", "[1]", "{\"x\":2}"};

        PipelineTester failing = tester(BadData.DEAD_LETTER, steps).pipe("in", rows);
        assertThat(failing.rows("out")).containsExactly("{\"x\":5,\"y\":2.0}", "{\"x\":2,\"y\":5.0}");
        assertThat(failing.failures()).hasSize(4);
        assertThat(failing.failures().get(0).reason())
                .isEqualTo("step 1 (applyExpression) of the stage of 'out': the integer 10 / zero");
        assertThat(failing.failures().get(1).reason()).startsWith("not a row: ");

        PipelineTester dropping = tester(BadData.DROP, steps).pipe("in", rows);
        assertThat(dropping.rows("out")).hasSize(2);
        assertThat(dropping.failures()).isEmpty();

        PipelineTester rescuing = tester(BadData.RESCUE, steps).pipe("in", rows);
        assertThat(rescuing.rows("out"))
                .hasSize(6)
                .contains(
                        "{\"x\":null,\"y\":null,\"_rescued_data\":\"no json\"}",
                        "{\"x\":null,\"y\":null,\"_rescued_data\":\"{\\\"x\\\":0}\"}");
    }

    @Test
    void aRowThatFailsInTheMiddleOfAnExplosionEmitsNothing() {
        List<Step> steps = List.of(new Step.Explode("l"), new Step.ApplyExpression("y", "1 / l"));

        assertThat(tester(BadData.DROP, steps).pipe("in", "{\"l\":[1,2,0]}").rows("out"))
                .isEmpty();
    }

    @Test
    void explosionsHaveALimit() {
        StringBuilder list = new StringBuilder("[0");
        list.append(",0".repeat(999)).append(']');
        String row = "{\"a\":" + list + ",\"b\":" + list + ",\"c\":" + list + "}";
        List<Step> steps = List.of(new Step.Explode("a"), new Step.Explode("b"), new Step.Explode("c"));

        PipelineTester tester = tester(BadData.DEAD_LETTER, steps).pipe("in", row);
        assertThat(tester.rows("out")).isEmpty();
        assertThat(tester.failures().get(0).reason()).contains("cost more than the limit");
    }

    @Test
    void refusesColumnsThatAreNotThere() {
        assertRefused(
                List.of(new Step.Select(List.of("a")), new Step.Filter("b == 1")), "step 2 (filter)", "column 'b'");
        assertRefused(List.of(new Step.Drop(List.of("a")), new Step.Filter("a == 1")), "step 2 (filter)", "column 'a'");
        assertRefused(
                List.of(new Step.Select(List.of("a")), new Step.Drop(List.of("b"))), "step 2 (drop)", "column 'b'");
        assertRefused(List.of(new Step.Select(List.of("a", "a"))), "step 1 (select)", "is there twice");
        assertRefused(
                List.of(new Step.Rename(Map.of("a", "x", "b", "x"))), "step 1 (rename)", "two columns become 'x'");
        assertRefused(
                List.of(new Step.Filter("b == 1"), new Step.Rename(Map.of("a", "b"))),
                "step 2 (rename)",
                "column 'b' already");
        assertRefused(List.of(new Step.Filter("nothing(a)")), "step 1 (filter)", "there is no function 'nothing'");
    }

    @Test
    void explainsItsPlan() {
        Pipeline pipeline = new PipelineCompiler().compile(golden());

        assertThat(pipeline.explain()).isEqualTo("""
                        pipeline late-flights
                          stage of late
                            reads flights (topic flights), bad data: dead-letter
                            one processor: filter, filter
                            expressions read: delay_minutes, origin
                            rows have: what came, byte for byte
                            writes late (fused)
                          stage of board
                            reads late (fused), bad data: dead-letter
                            one processor: applyExpression, rename, applyExpression, applyExpression, select
                            expressions read: delay_minutes, departure, distance_miles
                            rows have: origin, destination, late, hours, at, leg
                            writes board (topic late-flights)
                        """);
    }

    @Test
    void findsTheLateFlightsThatTheReferenceFinds() throws IOException {
        PipelineTester tester = PipelineTester.of(new PipelineCompiler().compile(golden()));
        flights().forEach(flight -> tester.pipe("flights", flight));

        assertThat(tester.failures()).isEmpty();
        assertThat(tester.rows("board")).isEqualTo(Files.readAllLines(GOLDEN.resolve("late-flights.jsonl")));
    }

    @Test
    void doesTheSameAsATopology() throws IOException {
        Pipeline pipeline = new PipelineCompiler().compile(golden());
        StreamsBuilder builder = new StreamsBuilder();
        pipeline.define(builder);
        List<String> written = new ArrayList<>();
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config())) {
            var in = driver.createInputTopic("flights", new ByteArraySerializer(), new ByteArraySerializer());
            TestOutputTopic<byte[], byte[]> out =
                    driver.createOutputTopic("late-flights", new ByteArrayDeserializer(), new ByteArrayDeserializer());
            RecordHeaders headers = new RecordHeaders();
            headers.add("h", new byte[] {1});
            for (String flight : flights()) {
                in.pipeInput(new TestRecord<>(utf8("key"), utf8(flight), headers, 42L));
            }
            for (TestRecord<byte[], byte[]> record : out.readRecordsToList()) {
                assertThat(record.key()).isEqualTo(utf8("key"));
                assertThat(record.timestamp()).isEqualTo(42L);
                assertThat(record.headers().lastHeader("h").value()).containsExactly(1);
                written.add(new String(record.value(), StandardCharsets.UTF_8));
            }
        }
        assertThat(written).isEqualTo(Files.readAllLines(GOLDEN.resolve("late-flights.jsonl")));
        assertThat(pipeline.counters().get("late").consumed()).isEqualTo(20_000);
        assertThat(pipeline.counters().get("board").emitted()).isEqualTo(written.size());
    }

    @Test
    void mergesInputsAndFailsWhatIsToFail() {
        PipelineDefinition definition = new PipelineDefinition(
                "merge",
                List.of(
                        Dataset.of("a", "topic-a"),
                        new Dataset("b", "topic-b", BadData.DROP),
                        Dataset.of("out", "topic-out")),
                List.of(new Stage(List.of("a", "b"), "out", List.of(new Step.Filter("x > 0")))));
        StreamsBuilder builder = new StreamsBuilder();
        new PipelineCompiler().compile(definition).define(builder);
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config())) {
            var a = driver.createInputTopic("topic-a", new ByteArraySerializer(), new ByteArraySerializer());
            var b = driver.createInputTopic("topic-b", new ByteArraySerializer(), new ByteArraySerializer());
            var out = driver.createOutputTopic("topic-out", new ByteArrayDeserializer(), new ByteArrayDeserializer());
            a.pipeInput(utf8("{\"x\":1}"));
            b.pipeInput(utf8("{\"x\":2}"));
            b.pipeInput(utf8("broken"));
            b.pipeInput(utf8("k"), (byte[]) null);
            assertThat(out.readValuesToList().stream().map(PipelineTests::text).toList())
                    .containsExactly("{\"x\":1}", "{\"x\":2}");
            assertThatExceptionOfType(StreamsException.class)
                    .isThrownBy(() -> a.pipeInput(utf8("broken")))
                    .withRootCauseInstanceOf(RowException.class);
        }
    }

    private Properties config() {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "pipeline-test");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        return config;
    }

    private static PipelineDefinition golden() {
        try {
            return PipelineDefinition.read("late-flights.yaml", Files.readString(GOLDEN.resolve("late-flights.yaml")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> flights() throws IOException {
        return Files.readAllLines(FLIGHTS).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .map(f -> "{\"departure\":\"" + f[0] + "\",\"origin\":\"" + f[1] + "\",\"destination\":\"" + f[2]
                        + "\",\"distance_miles\":" + f[3] + ",\"delay_minutes\":" + f[4] + "}")
                .toList();
    }

    private static void assertRefused(List<Step> steps, String where, String what) {
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> tester(BadData.DROP, steps))
                .withMessageContaining(where)
                .withMessageContaining(what);
    }

    private static List<String> run(List<Step> steps, String... rows) {
        PipelineTester tester = tester(BadData.DEAD_LETTER, steps).pipe("in", rows);
        assertThat(tester.failures()).isEmpty();
        return tester.rows("out");
    }

    private static PipelineTester tester(BadData policy, List<Step> steps) {
        PipelineDefinition definition = new PipelineDefinition(
                "test",
                List.of(new Dataset("in", "topic-in", policy), Dataset.of("out", "topic-out")),
                List.of(new Stage(List.of("in"), "out", steps)));
        return PipelineTester.of(new PipelineCompiler().compile(definition));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
