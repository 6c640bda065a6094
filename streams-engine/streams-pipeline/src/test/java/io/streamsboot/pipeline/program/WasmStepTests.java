package io.streamsboot.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WasmStepTests {

    private static final String STEP = "{ op: wasm, ref: subject }";

    private static PipelineTester tester(String steps) {
        return PipelineTester.of(Subject.pipeline(Subject.wasm(), "dead-letter", steps));
    }

    private static String does(String what) {
        return "{\"a\":1,\"do\":\"" + what + "\"}";
    }

    @Test
    void answersWithRowsInThePlaceOfTheRow() {
        try (PipelineTester tester = tester(STEP)) {
            tester.pipe("in", "{\"a\":\"é\"}", does("twice"), does("nothing"), "{ \"b\":\r\n[1,\n2] }", does("count"));
            assertThat(tester.rows("out"))
                    .containsExactly(
                            "{\"a\":\"é\"}", does("twice"), does("twice"), "{ \"b\":  [1, 2] }", "{\"rows\":5}");
            assertThat(tester.failures()).isEmpty();
        }
    }

    @Test
    void standsBetweenOtherSteps() {
        try (PipelineTester tester =
                tester("{ op: applyExpression, column: do, expression: \"a > 1 ? 'twice' : null\" }, "
                        + STEP
                        + ", { op: drop, columns: [do] }, { op: applyExpression, column: b, expression: \"a * 2\" }, "
                        + STEP
                        + ", { op: filter, expression: \"b > 2\" }")) {
            tester.pipe("in", "{\"a\":1}", "{\"a\":2}");
            assertThat(tester.rows("out")).containsExactly("{\"a\":2,\"b\":4}", "{\"a\":2,\"b\":4}");
        }
    }

    @Test
    void feedsAStepWithState() {
        try (PipelineTester tester = tester(STEP + ", { op: windowedAggregate, windowMs: 1000, groupBy: [a],"
                + " aggs: [ { op: count, alias: n } ] }, " + STEP)) {
            tester.pipe("in", does("twice"), "{\"a\":1}").finish();
            assertThat(tester.rows("out")).containsExactly("{\"a\":1,\"windowStart\":0,\"windowEnd\":1000,\"n\":3}");
        }
    }

    @Test
    void aRowThatTheProgramRefusesIsBadDataAndTheProgramGoesOn() {
        try (PipelineTester tester = tester(STEP)) {
            tester.pipe("in", does("error"), does("count"));
            assertThat(tester.failures())
                    .singleElement()
                    .satisfies(failure ->
                            assertThat(failure.reason()).isEqualTo("step 1 (wasm) of the stage of 'out': no \"good\""));
            assertThat(tester.rows("out")).containsExactly("{\"rows\":2}");
        }
    }

    /** Whatever a row does to its program, the next row finds one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            loop    | it took more than 2000000 steps
            memory  | it was ended by a trap
            deep    | it was ended by a trap
            garbage | neither a list of rows nor {"error": "…"}: ?� no JSON
            number  | neither a list of rows nor
            object  | neither a list of rows nor
            nested  | neither a list of rows nor
            two     | it wrote more than one line
            half    | without having written a whole line
            silence | without having written a whole line
            exit    | it ended with exit code 3
            trap    | it was ended by a trap
            flood   | it wrote more than 10000 bytes
            """)
    void aRowThatBreaksTheProgramIsBadDataAndTheProgramIsStartedAgain(String what, String says) {
        ProgramLimits limits =
                new ProgramLimits(Duration.ofSeconds(30), Duration.ofSeconds(60), 2 << 20, 2_000_000, 10_000);
        Pipeline pipeline = Subject.pipeline(Subject.wasm().withLimits(limits), "dead-letter", STEP);
        try (PipelineTester tester = PipelineTester.of(pipeline)) {
            tester.pipe("in", does("count"), does(what), does("count"), does("count"));
            assertThat(tester.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.row()).isEqualTo(does(what));
                assertThat(failure.reason())
                        .startsWith("step 1 (wasm) of the stage of 'out': the program broke: ")
                        .contains(says);
            });
            assertThat(tester.rows("out")).containsExactly("{\"rows\":1}", "{\"rows\":1}", "{\"rows\":2}");
        }
    }

    @Test
    void timeIsUpEvenIfStepsAreLeftAndTheThreadEnds() {
        ProgramLimits limits =
                new ProgramLimits(Duration.ofMillis(300), Duration.ofMillis(300), 1 << 20, Long.MAX_VALUE, 1_000);
        try (PipelineTester tester =
                PipelineTester.of(Subject.pipeline(Subject.wasm().withLimits(limits), "dead-letter", STEP))) {
            tester.pipe("in", does("loop"));
            assertThat(tester.failures().get(0).reason()).endsWith("it did not answer within 300 ms");
        }
        Awaitility.await()
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("streams-program-subject")));
    }

    @Test
    void seesNothingOfTheMachineAndTheSameAfterEveryStart() {
        String step = "{ op: wasm, ref: subject, args: [--strict] }";
        String seen =
                "{\"file\":false,\"variable\":false,\"clock\":0,\"random\":%s,\"arguments\":2,\"first\":\"--strict\"}";
        try (PipelineTester one = tester(step);
                PipelineTester other = tester(step)) {
            one.pipe("in", does("look"));
            other.pipe("in", does("look"));
            String random = one.rows("out").get(0).replaceAll(".*\"random\":([0-9]+).*", "$1");
            assertThat(one.rows("out")).containsExactly(seen.formatted(random));
            assertThat(other.rows("out")).isEqualTo(one.rows("out"));
        }
    }

    @Test
    void aProgramMayEndWithItsAnswer() {
        try (PipelineTester tester = tester(STEP)) {
            tester.pipe("in", does("last"), does("last"), does("count"));
            assertThat(tester.rows("out")).containsExactly(does("last"), does("last"), "{\"rows\":1}");
            assertThat(tester.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"drop,0,1", "rescue,1,0"})
    void whatBecomesOfBadDataIsTheDatasets(String policy, int rescued, int dropped) {
        Pipeline pipeline = Subject.pipeline(Subject.wasm(), policy, STEP);
        try (PipelineTester tester = PipelineTester.of(pipeline)) {
            tester.pipe("in", does("trap"), does("count"));
            assertThat(tester.failures()).isEmpty();
            assertThat(pipeline.counters().get("out").rescued()).isEqualTo(rescued);
            assertThat(pipeline.counters().get("out").dropped()).isEqualTo(dropped);
            assertThat(tester.rows("out")).hasSize(1 + rescued).contains("{\"rows\":1}");
        }
    }

    /** Or a program that never works would empty a whole topic into the dead letters. */
    @Test
    void aProgramThatOnlyBreaksIsToBlameItself() {
        Pipeline pipeline = Subject.pipeline(Subject.wasm(), "drop", STEP);
        try (PipelineTester tester = PipelineTester.of(pipeline)) {
            for (int i = 0; i < 20; i++) {
                tester.pipe("in", does("trap"));
            }
            assertThat(pipeline.counters().get("out").dropped()).isEqualTo(19);
            assertThat(tester.failures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.reason()).endsWith("and 20 times in a row"));
        }
    }

    @Test
    void thePlanShowsIt() {
        assertThat(Subject.pipeline(Subject.wasm(), "drop", STEP + ", { op: filter, expression: \"a > 1\" }")
                        .explain())
                .contains("one processor: wasm, filter")
                .contains("asks wasm subject, one program for each task");
    }

    @Test
    void endsWithItsTask(@TempDir Path state) {
        StreamsBuilder builder = new StreamsBuilder();
        Subject.pipeline(Subject.wasm(), "fail", STEP).define(builder);
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "p");
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        try (TopologyTestDriver driver = new TopologyTestDriver(builder.build(), config)) {
            driver.createInputTopic("t", new StringSerializer(), new StringSerializer())
                    .pipeInput("k", does("twice"));
            assertThat(driver.createOutputTopic("u", new StringDeserializer(), new StringDeserializer())
                            .readKeyValuesToList())
                    .hasSize(2)
                    .allSatisfy(row -> assertThat(row.key).isEqualTo("k"));
        }
        Awaitility.await()
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("streams-program-subject")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            { op: wasm, ref: nobody }    | there is no 'nobody.wasm'
            { op: process, ref: subject.c } | processes are not allowed
            { op: container, ref: subject } | containers are not allowed
            """)
    void isRefusedBeforeAnythingIsConsumed(String step, String says) {
        PipelineException e =
                catchThrowableOfType(PipelineException.class, () -> Subject.pipeline(Subject.wasm(), "drop", step));
        assertThat(e.getMessage())
                .startsWith("p.yaml, line 3: Pipeline 'p', step 1 (")
                .contains("the program '")
                .contains(says);
        if (says.endsWith("not allowed")) {
            assertThat(e.action()).contains("'streams.pipelines.programs.").contains(".enabled'");
        }
    }

    @Test
    void withoutAPlaceThereAreNoPrograms() {
        PipelineException e = catchThrowableOfType(
                PipelineException.class, () -> Subject.pipeline(ProgramOptions.NONE, "drop", STEP));
        assertThat(e.getMessage()).contains("there is no place with programs");
        assertThat(e.action()).contains("'streams.pipelines.programs.location'");
    }
}
