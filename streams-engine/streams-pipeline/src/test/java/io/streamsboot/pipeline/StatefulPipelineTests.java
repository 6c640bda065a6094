package io.streamsboot.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.core.failure.UnskippableException;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What steps with state do to rows. */
class StatefulPipelineTests {

    private static final String WINDOW = """
            op: windowedAggregate, windowMs: 10, allowedLatenessMs: 5, groupBy: [k], late: late,
            aggs: [ { op: count, alias: n }, { op: sum, column: v, alias: sum } ]""";

    @TempDir
    Path state;

    @Test
    void windowsCloseOnceWhenTheWatermarkPassesTheirEnd() {
        PipelineTester tester = tester(WINDOW);
        tester.pipe("in", row(1, "a", 1), row(9, "a", 2), row(9, "b", 3), row(14, "a", 4));
        assertThat(tester.rows("out")).as("up to 14 minus 5").isEmpty();

        tester.pipe("in", row(8, "a", 5), row(15, "a", 6));
        assertThat(tester.rows("out"))
                .containsExactly(
                        "{\"k\":\"a\",\"windowStart\":0,\"windowEnd\":10,\"n\":3,\"sum\":8}",
                        "{\"k\":\"b\",\"windowStart\":0,\"windowEnd\":10,\"n\":1,\"sum\":3}");

        tester.pipe("in", row(9, "a", 7));
        assertThat(tester.rows("late")).containsExactly(row(9, "a", 7));
        assertThat(tester.rows("out")).hasSize(2);
    }

    @Test
    void aRowIsAsLateAsItIsBehindItsOwnPartition() {
        PipelineTester tester = tester(WINDOW, 2);
        tester.send("in", 0, null, row(100, "a", 1), 0).send("in", 0, null, row(1, "a", 1), 0);
        tester.send("in", 1, null, row(1, "a", 1), 0);

        assertThat(tester.rows("late"))
                .as("the first is, although its window is open for the other partition")
                .hasSize(1);
        tester.send("in", 1, null, row(100, "a", 1), 0);
        assertThat(tester.rows("out"))
                .containsExactly("{\"k\":\"a\",\"windowStart\":0,\"windowEnd\":10,\"n\":1,\"sum\":1}");
    }

    @Test
    void aPartitionThatWasNotHeardOfHoldsTheWatermarkUntilItIsIdle() {
        PipelineTester tester = tester(WINDOW, 2);
        tester.send("in", 0, null, row(1, "a", 1), 0).send("in", 0, null, row(100, "a", 1), 0);
        assertThat(tester.rows("out")).isEmpty();

        tester.advance(Duration.ofSeconds(30)).send("in", 0, null, row(101, "a", 1), 0);
        assertThat(tester.rows("out")).isEmpty();
        tester.advance(Duration.ofSeconds(30));
        assertThat(tester.rows("out"))
                .containsExactly("{\"k\":\"a\",\"windowStart\":0,\"windowEnd\":10,\"n\":1,\"sum\":1}");
    }

    @Test
    void withoutAnIdleTimeoutItHoldsForEver() {
        PipelineTester tester = tester("idleTimeoutMs: 0\n", WINDOW, 2);
        tester.send("in", 0, null, row(1, "a", 1), 0).send("in", 0, null, row(100, "a", 1), 0);

        tester.advance(Duration.ofDays(1_000));
        assertThat(tester.rows("out")).isEmpty();
    }

    @Test
    void whenAllAreQuietTheWatermarkGoesOnWithTheClock() {
        PipelineTester tester = tester("idleTimeoutMs: 100\n", WINDOW.replace("windowMs: 10", "windowMs: 2000"), 1);
        tester.pipe("in", row(1, "a", 1));

        tester.advance(Duration.ofMillis(100)).advance(Duration.ofMillis(1_999));
        assertThat(tester.rows("out")).as("1 minus 5, and one whole second").isEmpty();
        tester.advance(Duration.ofMillis(1_001));
        assertThat(tester.rows("out")).hasSize(1);
        tester.pipe("in", row(2, "a", 1));
        assertThat(tester.rows("late")).hasSize(1);
    }

    @Test
    void orEverythingIsClosed() {
        PipelineTester tester = tester("idleTimeoutMs: 100\nonIdle: close\n", WINDOW, 2);
        tester.send("in", 0, null, row(1, "a", 1), 0).send("in", 1, null, row(1_000, "a", 1), 0);

        tester.advance(Duration.ofMillis(100));
        assertThat(tester.rows("out")).hasSize(2);
        tester.send("in", 1, null, row(1_010, "a", 1), 0).advance(Duration.ofMillis(100));
        assertThat(tester.rows("out")).as("what comes later is not late").hasSize(3);
    }

    @Test
    void hoppingWindowsOverlapAndCloseOneByOne() {
        PipelineTester tester =
                tester("op: windowedAggregate, windowMs: 10, slideMs: 4, aggs: [ { op: count, alias: n } ]");
        tester.pipe("in", row(9, "a", 1), row(11, "a", 1), row(9, "a", 1), row(40, "a", 1));

        assertThat(tester.rows("out"))
                .as("the third row is late for the window that ended at 10, and only for it")
                .containsExactly(
                        "{\"windowStart\":0,\"windowEnd\":10,\"n\":1}",
                        "{\"windowStart\":4,\"windowEnd\":14,\"n\":3}",
                        "{\"windowStart\":8,\"windowEnd\":18,\"n\":3}");
    }

    @Test
    void daysOfACalendarHave23And25Hours() {
        PipelineTester tester =
                tester("op: windowedAggregate, calendar: day, zone: Europe/Berlin, aggs: [ { op: count, alias: n } ]");
        long hour = 3_600_000;
        long spring = 1_774_738_800_000L; // 2026-03-29T00:00+01:00
        long autumn = 1_792_879_200_000L; // 2026-10-25T00:00+02:00
        tester.pipe("in", row(spring, "a", 1), row(spring + 23 * hour - 1, "a", 1), row(spring + 23 * hour, "a", 1));
        tester.pipe("in", row(autumn, "a", 1), row(autumn + 25 * hour - 1, "a", 1), row(autumn + 25 * hour, "a", 1));

        assertThat(tester.rows("out"))
                .contains(
                        "{\"windowStart\":" + spring + ",\"windowEnd\":" + (spring + 23 * hour) + ",\"n\":2}",
                        "{\"windowStart\":" + autumn + ",\"windowEnd\":" + (autumn + 25 * hour) + ",\"n\":2}");
    }

    @Test
    void aggregatesDoNotDependOnTheOrder() {
        String step = """
                op: windowedAggregate, windowMs: 1000, allowedLatenessMs: 1000, aggs: [
                { op: sum, column: v, alias: sum }, { op: avg, column: v, alias: avg }, { op: stddev, column: v, alias: dev },
                { op: min, column: v, alias: min }, { op: max, column: v, alias: max }, { op: first, column: v, alias: first },
                { op: last, column: v, alias: last }, { op: distinct, column: v, alias: kinds }, { op: count, column: v, alias: n },
                { op: percentile, column: v, p: 0.5, alias: median } ]""";
        List<String> rows = Arrays.asList(
                row(1, "a", "1e16"),
                row(2, "a", "1"),
                row(3, "a", "-1e16"),
                row(4, "a", "1.0"),
                row(5, "a", "0.1"),
                row(6, "a", "null"));
        PipelineTester forward = tester(step);
        PipelineTester backward = tester(step);
        rows.forEach(row -> forward.pipe("in", row));
        Collections.reverse(rows);
        rows.forEach(row -> backward.pipe("in", row));
        forward.pipe("in", row(5_000, "a", 0));
        backward.pipe("in", row(5_000, "a", 0));

        assertThat(forward.rows("out")).isEqualTo(backward.rows("out"));
        assertThat(forward.rows("out"))
                .first()
                .asString()
                .contains("\"sum\":2.1,")
                .contains("\"min\":-1.0E16,\"max\":1.0E16,\"first\":1.0E16,\"last\":0.1,\"kinds\":4,\"n\":5");
    }

    @Test
    void distinctIsExactUpToAThousand() {
        String step = "op: windowedAggregate, windowMs: 1000, aggs: [ { op: distinct, column: v, alias: n } ]";
        PipelineTester exact = tester(step);
        PipelineTester estimated = tester(step);
        for (int i = 0; i < 20_000; i++) {
            estimated.pipe("in", row(1, "a", i % 10_000));
            if (i < 2_000) {
                exact.pipe("in", row(1, "a", i % 1_000));
            }
        }
        exact.pipe("in", row(1_000, "a", 0));
        estimated.pipe("in", row(1_000, "a", 0));

        assertThat(exact.rows("out")).first().asString().endsWith("\"n\":1000}");
        String text = estimated.rows("out").get(0);
        assertThat(Long.parseLong(text.substring(text.lastIndexOf(':') + 1, text.length() - 1)))
                .as("within five standard errors")
                .isBetween(9_200L, 10_800L);
    }

    @Test
    void sessionsGrowAndMeet() {
        PipelineTester tester = tester(
                "op: sessionAggregate, gapMs: 10, allowedLatenessMs: 20, groupBy: [k], aggs: [ { op: sum, column: v, alias: sum } ]");
        tester.pipe("in", row(1, "a", 1), row(15, "a", 2), row(8, "a", 4), row(24, "b", 8), row(25, "a", 16));
        assertThat(tester.rows("out")).isEmpty();
        tester.pipe("in", row(100, "c", 1));

        assertThat(tester.rows("out"))
                .as("8 joins 1 and 15; 25 is the gap away from 15")
                .containsExactly(
                        "{\"k\":\"a\",\"windowStart\":1,\"windowEnd\":25,\"sum\":7}",
                        "{\"k\":\"b\",\"windowStart\":24,\"windowEnd\":34,\"sum\":8}",
                        "{\"k\":\"a\",\"windowStart\":25,\"windowEnd\":35,\"sum\":16}");
    }

    @Test
    void dedupeKeepsTheFirstToArrive() {
        PipelineTester tester = tester("op: dedupe, on: [k], withinMs: 10");
        tester.pipe(
                "in",
                row(20, "a", 1),
                row(29, "a", 2),
                row(11, "a", 3),
                row(30, "a", 4),
                row(39, "a", 5),
                row(5, "a", 6));
        assertThat(tester.rows("out")).containsExactly(row(20, "a", 1), row(30, "a", 4), row(5, "a", 6));

        PipelineTester forever = tester("op: dedupe, on: [k]");
        forever.pipe(
                "in",
                row(20, "a", 1),
                row(9_999, "a", 2),
                row(1, "b", 3),
                row(2, "1", 3),
                "{\"t\":1,\"k\":1}",
                "{\"t\":1,\"k\":1.0}");
        assertThat(forever.rows("out")).as("1 is 1.0, and not the string").hasSize(4);
    }

    @Test
    void topKeepsTheLargestAndTellsChanges() {
        PipelineTester tester = tester("op: topN, n: 2, orderBy: v, groupBy: [k], as: best");
        tester.pipe("in", row(1, "a", 5), row(2, "a", 1), row(3, "a", 0), row(4, "a", 5), row(4, "a", "null"));

        assertThat(tester.rows("out"))
                .containsExactly(
                        "{\"k\":\"a\",\"best\":[" + row(1, "a", 5) + "]}",
                        "{\"k\":\"a\",\"best\":[" + row(1, "a", 5) + "," + row(2, "a", 1) + "]}",
                        "{\"k\":\"a\",\"best\":[" + row(1, "a", 5) + "," + row(4, "a", 5) + "]}");
    }

    @Test
    void lastKeepsTheLatestByEventTime() {
        PipelineTester tester = tester("op: lastN, n: 2, groupBy: [k]");
        tester.pipe("in", row(5, "a", 1), row(9, "a", 2), row(4, "a", 3), row(7, "a", 4));

        assertThat(tester.rows("out"))
                .hasSize(3)
                .last()
                .isEqualTo("{\"k\":\"a\",\"rows\":[" + row(7, "a", 4) + "," + row(9, "a", 2) + "]}");
    }

    @Test
    void looksUp() {
        PipelineTester tester =
                tester("op: lookupJoin, table: names, on: k, columns: [v, name], rightRename: { name: called } }\n"
                        + "      - { op: filter, expression: \"called != 'no'\"");
        tester.send("names", 0, "a", "{\"name\":\"Anna\",\"v\":7}", 0).pipe("in", row(1, "a", 1), row(1, "b", 1));
        tester.send("names", 0, "a", null, 0).pipe("in", row(1, "a", 1));

        assertThat(tester.rows("out"))
                .containsExactly(
                        "{\"t\":1,\"k\":\"a\",\"v\":1,\"names_v\":7,\"called\":\"Anna\"}",
                        "{\"t\":1,\"k\":\"b\",\"v\":1,\"names_v\":null,\"called\":null}",
                        "{\"t\":1,\"k\":\"a\",\"v\":1,\"names_v\":null,\"called\":null}");
    }

    @ParameterizedTest
    @CsvSource({"inner, 2", "left, 3", "outer, 4"})
    void joinsWithinAWindowAndTellsWhatIsAloneOnce(String type, int rows) {
        PipelineTester tester = join(type);
        tester.send("left", 0, null, row(100, "a", 1), 0).send("right", 0, null, row(111, "a", 2), 0);
        tester.send("right", 0, null, row(110, "a", 3), 0).send("left", 0, null, row(101, "a", 4), 0);
        tester.send("left", 0, null, row(105, "b", 5), 0).send("right", 0, null, row(106, "c", 6), 0);
        assertThat(tester.rows("out"))
                .containsExactly(
                        "{\"t\":100,\"k\":\"a\",\"v\":1,\"right_t\":110,\"w\":3}",
                        "{\"t\":101,\"k\":\"a\",\"v\":4,\"right_t\":110,\"w\":3}",
                        "{\"t\":101,\"k\":\"a\",\"v\":4,\"right_t\":111,\"w\":2}");
        tester.send("left", 0, null, row(200, "z", 1), 0).send("right", 0, null, row(201, "y", 2), 0);

        assertThat(tester.rows("out")).hasSize(rows + 1);
        if (!type.equals("inner")) {
            assertThat(tester.rows("out")).contains("{\"t\":105,\"k\":\"b\",\"v\":5,\"w\":null}");
        }
        tester.send("right", 0, null, row(106, "b", 6), 0);
        assertThat(tester.rows("late")).as("a late row is not joined").hasSize(1);
    }

    @Test
    void keysWithNullHaveNoPartner() {
        PipelineTester tester = join("inner");
        tester.send("left", 0, null, "{\"t\":1}", 0).send("right", 0, null, "{\"t\":1}", 0);
        assertThat(tester.rows("out")).isEmpty();
    }

    @Test
    void rowsThatCannotBeAggregatedAreBadData() {
        PipelineTester tester = tester(WINDOW);
        tester.pipe("in", row(1, "a", "\"text\""), "{\"k\":\"a\"}", "{\"t\":\"yesterday\"}", "{\"t\":-1}", "no json");

        assertThat(tester.failures())
                .extracting(PipelineTester.Failure::reason)
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("sum of 'v' needs a number, but got the string 'text'"),
                        reason -> assertThat(reason).contains("time column 't'"),
                        reason -> assertThat(reason).contains("time column 't'").contains("yesterday"),
                        reason -> assertThat(reason).contains("before 1970"),
                        reason -> assertThat(reason).contains("not a row"));
    }

    @Test
    void rescuedRowsDoNotMoveTheWatermark() {
        PipelineTester tester =
                PipelineTester.of(compile(yaml("", WINDOW).replace("time: t", "time: t, onBadData: rescue")));
        tester.pipe("in", row(1, "a", 1), "no json", row(100, "a", 1));

        assertThat(tester.rows("out"))
                .containsExactlyInAnyOrder(
                        "{\"k\":\"a\",\"windowStart\":0,\"windowEnd\":10,\"n\":1,\"sum\":1}",
                        "{\"k\":null,\"windowStart\":0,\"windowEnd\":10,\"n\":1,\"sum\":null}");
    }

    @Test
    void stagesWithStateFollowEachOther() {
        PipelineTester tester = PipelineTester.of(compile("""
                name: p
                datasets: { in: { topic: in, time: t }, tens: {}, out: { topic: out } }
                stages:
                  - inputs: [in]
                    output: tens
                    steps:
                      - { op: windowedAggregate, windowMs: 10, groupBy: [k], aggs: [ { op: count, alias: n } ] }
                      - { op: filter, expression: "n > 1" }
                  - inputs: [tens]
                    output: out
                    steps:
                      - { op: windowedAggregate, windowMs: 20, aggs: [ { op: sum, column: n, alias: n } ] }
                """), 3);
        for (int time = 0; time < 60; time++) {
            tester.send("in", time % 3, null, row(time, time % 2 == 0 ? "a" : "b", 1), 0);
        }
        assertThat(tester.rows("out"))
                .containsExactly(
                        "{\"windowStart\":0,\"windowEnd\":20,\"n\":20}",
                        "{\"windowStart\":20,\"windowEnd\":40,\"n\":20}");
    }

    @Test
    void aTesterCanCloseEverything() {
        PipelineTester tester = tester("idleTimeoutMs: 0\n", WINDOW, 3);
        tester.send("in", 0, null, row(1, "a", 1), 0).send("in", 2, null, row(1_000, "a", 1), 0);

        assertThat(tester.finish().rows("out")).hasSize(2);
        assertThat(tester.finish().rows("out")).hasSize(2);
    }

    @Test
    void thePlanTellsOfStateAndRepartitions() {
        assertThat(compile(yaml("", WINDOW)).explain()).isEqualTo("""
                pipeline p
                  stage of out
                    reads in (topic in), bad data: dead-letter, time: t
                    one processor: no steps
                    expressions read: nothing
                    rows have: what came, byte for byte
                    repartitions by k through out-by-key
                    watermark of in
                    one processor with the store out-state: windowedAggregate
                    writes late rows to late (topic late)
                    writes out (topic out)
                """);
    }

    @Test
    void refusesColumnsThatAreNotThere() {
        assertRefused(
                "op: select, columns: [v] }\n      - { " + WINDOW,
                "p.yaml, line 8: Pipeline 'p', step 2 (windowedAggregate)",
                "no column 'k'");
        assertRefused(
                WINDOW + " }\n      - { op: filter, expression: \"v > 1\"",
                "p.yaml, line 9: Pipeline 'p', step 2 (filter)",
                "column 'v'");
        assertRefused(WINDOW + " }\n      - { " + WINDOW, "p.yaml, line 4: Pipeline 'p': ", "two steps with state");
        assertRefused("op: lookupJoin, table: nothing, on: k", "no dataset 'nothing'", "");
        assertRefused("op: streamJoin, windowMs: 1, on: [k]", "1 inputs", "");
        assertRefused("op: windowedAggregate, windowMs: 0, aggs: [ { op: count, alias: n } ]", "line 7", "windowMs");
        assertRefused(
                "op: windowedAggregate, windowMs: 1, aggs: [ { op: median, alias: n } ]", "line", "no aggregation");
        assertRefused("op: windowedAggregate, windowMs: 1, aggs: [ { op: sum, alias: n } ]", "line", "no column");
        assertRefused(
                "op: windowedAggregate, windowMs: 1, aggs: [ { op: count, alias: windowEnd } ]",
                "step 1",
                "two columns");
        assertRefused("op: windowedAggregate, calendar: year, aggs: [ { op: count, alias: n } ]", "line", "calendar");
        assertRefused("op: topN, n: 0, orderBy: v", "line", "'n' is 0");
        assertRefused(
                "op: drop, columns: [k] }\n      - { op: windowedAggregate, windowMs: 1, groupBy: [k],"
                        + " aggs: [ { op: count, alias: n } ]",
                "step 2 (windowedAggregate)",
                "an earlier step took one of them away");
    }

    @Test
    void aTopologyKeepsKeysAndLooksUp() {
        String yaml = yaml(
                "",
                "op: lookupJoin, table: names, on: k, columns: [name] }\n      - { op: dedupe, on: [k] }\n"
                        + "      - { op: applyExpression, column: x, expression: \"v + 1\"");
        try (TopologyTestDriver driver = driver(yaml)) {
            send(driver, "names", "a", "{\"name\":\"Anna\"}");
            send(driver, "in", "key", row(1, "a", 1));
            send(driver, "in", "key", row(2, "a", 1));
            assertThat(read(driver, "out"))
                    .containsExactly(KeyValue.pair("key", "{\"t\":1,\"k\":\"a\",\"v\":1,\"name\":\"Anna\",\"x\":2}"));
        }
    }

    @Test
    void aTopologyTellsHowFarItIs() {
        Pipeline pipeline = compile(yaml("", WINDOW)).withPartitions(topic -> 1);
        StageCounters counters = pipeline.counters().get("out");
        try (TopologyTestDriver driver = driver(pipeline)) {
            assertThat(counters.watermark()).as("before there is one").isNull();
            send(driver, "in", "k", row(100, "a", 1));
            driver.advanceWallClockTime(Duration.ofMillis(100));
            assertThat(counters.watermark()).isEqualTo(95);
        }
        assertThat(counters.watermark()).as("its task is gone").isNull();
    }

    @Test
    void badDataCanBeToFail() {
        String yaml = yaml("", WINDOW).replace("time: t", "time: t, onBadData: fail");
        try (TopologyTestDriver driver = driver(yaml)) {
            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> send(driver, "in", "k", "no json"))
                    .withCauseInstanceOf(UnskippableException.class);
        }
    }

    @Test
    void aVersionHasAnApplicationIdOfItsOwn() {
        assertThat(compile(yaml("", WINDOW)).applicationId("app")).isEqualTo("app");
        assertThat(compile(yaml("version: 3\nfrom: PT24H\n", WINDOW)).applicationId("app"))
                .isEqualTo("app-v3");
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> compile(yaml("from: yesterday\n", WINDOW)))
                .withMessageContaining("'from' is 'yesterday'");
    }

    private TopologyTestDriver driver(String yaml) {
        return driver(compile(yaml).withPartitions(topic -> 1));
    }

    private TopologyTestDriver driver(Pipeline pipeline) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "stateful");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:9092");
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        StreamsBuilder builder = new StreamsBuilder();
        pipeline.define(builder);
        return new TopologyTestDriver(builder.build(), config);
    }

    private static void send(TopologyTestDriver driver, String topic, String key, String json) {
        driver.createInputTopic(topic, new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, json.getBytes(StandardCharsets.UTF_8));
    }

    private static List<KeyValue<String, String>> read(TopologyTestDriver driver, String topic) {
        return driver
                .createOutputTopic(topic, new StringDeserializer(), new ByteArrayDeserializer())
                .readKeyValuesToList()
                .stream()
                .map(record -> KeyValue.pair(record.key, new String(record.value, StandardCharsets.UTF_8)))
                .toList();
    }

    private static void assertRefused(String step, String where, String what) {
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> compile(yaml("", step)))
                .withMessageContaining(where)
                .withMessageContaining(what);
    }

    @Test
    void aRowWithoutAPartnerHasTheRenamedColumnsInTheirOrder() {
        PipelineTester tester = join("left", "v: v1, w: w2, x: x3, y: y4, z: z5, u: u6");
        tester.pipe("left", row(1, "a", 1)).finish();
        assertThat(tester.rows("out"))
                .containsExactly("{\"t\":1,\"k\":\"a\",\"v\":1,\"v1\":null,\"w2\":null,\"x3\":null,\"y4\":null,"
                        + "\"z5\":null,\"u6\":null}");
    }

    private static PipelineTester join(String type) {
        return join(type, "v: w");
    }

    private static PipelineTester join(String type, String rename) {
        return PipelineTester.of(compile("""
                name: p
                datasets:
                  left: { topic: left, time: t }
                  right: { topic: right, time: t }
                  out: { topic: out }
                  late: { topic: late }
                stages:
                  - inputs: [left, right]
                    output: out
                    steps: [ { op: streamJoin, type: TYPE, on: [k], windowMs: 10, allowedLatenessMs: 20, late: late, rightRename: { RENAME } } ]
                """.replace("TYPE", type).replace("RENAME", rename)));
    }

    private static PipelineTester tester(String step) {
        return tester(step, 1);
    }

    private static PipelineTester tester(String step, int partitions) {
        return tester("", step, partitions);
    }

    private static PipelineTester tester(String settings, String step, int partitions) {
        return PipelineTester.of(compile(yaml(settings, step)), partitions);
    }

    private static Pipeline compile(String yaml) {
        return new PipelineCompiler().compile(PipelineDefinition.read("p.yaml", yaml));
    }

    private static String yaml(String settings, String step) {
        return settings
                + """
                name: p
                datasets: { in: { topic: in, time: t }, late: { topic: late }, names: { topic: names }, out: { topic: out } }
                stages:
                  - inputs: [in]
                    output: out
                    steps:
                      - { STEP }
                """.replace("STEP", step.replace("\n", "\n        ").replace("\n              - ", "\n      - "));
    }

    private static String row(long time, String key, Object value) {
        return "{\"t\":" + time + ",\"k\":\"" + key + "\",\"v\":" + value + "}";
    }
}
