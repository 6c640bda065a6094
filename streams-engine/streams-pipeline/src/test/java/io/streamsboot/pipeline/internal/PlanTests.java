package io.streamsboot.pipeline.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.internal.operator.Keyed;
import io.streamsboot.pipeline.internal.operator.KeyedTask;
import io.streamsboot.pipeline.internal.operator.Keys;
import io.streamsboot.pipeline.internal.time.Item;
import io.streamsboot.pipeline.internal.time.Origin;
import io.streamsboot.pipeline.internal.time.SourceClock;
import io.streamsboot.pipeline.program.ProgramOptions;
import io.streamsboot.pipeline.program.internal.Programs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** State outlives the task that made it, and is not taken for that of another plan. */
class PlanTests {

    private static final String YAML = """
            name: p
            datasets: { in: { topic: in, time: t }, out: { topic: out } }
            stages:
              - inputs: [in]
                output: out
                steps:
                  - { op: windowedAggregate, windowMs: 10, groupBy: [k], aggs: [ { op: count, alias: n } ] }
            """;

    private static final long IDLE_MS = 60_000;
    private static final String WINDOW = "{\"k\":\"a\",\"windowStart\":0,\"windowEnd\":10,\"n\":2}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "windowMs: 10 | windowMs: 20",
                "groupBy: [k] | groupBy: [k, j]",
                "op: count, alias: n | op: sum, column: v, alias: n",
                "time: t | time: u",
                "op: windowedAggregate, windowMs: 10 | op: sessionAggregate, gapMs: 10"
            })
    void stateOfAnotherPlanIsRefused(String from, String to) {
        MapState state = new MapState();
        task(YAML, state);
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> task(YAML.replace(from, to), state))
                .withMessageContaining("stage of 'out'")
                .withMessageContaining("raise 'version'");
        assertThat(YAML).contains(from);
    }

    @Test
    void whatDoesNotConcernTheStateMayChange() {
        MapState state = new MapState();
        task(YAML, state);
        assertThatCode(() -> task(
                        YAML.replace("alias: n", "alias: m").replace("groupBy", "allowedLatenessMs: 7, groupBy"),
                        state))
                .doesNotThrowAnyException();
    }

    @Test
    void aTaskGoesOnWhereAnotherStopped() {
        MapState state = new MapState();
        List<String> out = new ArrayList<>();
        KeyedTask first = task(YAML, state);
        first.accept(row(1), sink(out));
        first.accept(row(2), sink(out));
        first.accept(new Keyed.Tidings(new Item.Progress("in", 0, 50, false)), sink(out));
        assertThat(out).containsExactly(WINDOW, "50");

        KeyedTask second = task(YAML, state);
        assertThat(second.watermark()).isEqualTo(50);
        second.accept(row(49), sink(out));
        second.accept(row(51), sink(out));
        second.accept(new Keyed.Tidings(new Item.Progress("in", 0, 20, false)), sink(out));
        assertThat(second.watermark()).as("it never goes back").isEqualTo(50);
        second.accept(new Keyed.Tidings(new Item.Progress("in", 0, 60, false)), sink(out));
        assertThat(out)
                .containsExactly(
                        WINDOW, "50", "late", "50", "{\"k\":\"a\",\"windowStart\":50,\"windowEnd\":60,\"n\":1}", "60");
    }

    @Test
    void aTaskTellsHowFarItIsWhenItStarts() {
        MapState state = new MapState();
        List<String> out = new ArrayList<>();
        task(YAML, state).accept(new Keyed.Tidings(new Item.Progress("in", 0, 50, false)), sink(out));

        task(YAML, state).tick(0, sink(out));
        assertThat(out).containsExactly("50", "50");
    }

    @Test
    void aTaskIsNotQuietWhileItHoldsAWindowOpen() {
        List<String> out = new ArrayList<>();
        KeyedTask task = task(YAML + "onIdle: close\n", new MapState());
        task.accept(row(1), sink(out));
        task.accept(row(2), sink(out));
        task.accept(new Keyed.Tidings(new Item.Progress("in", 0, 5, false)), sink(out));
        task.accept(new Keyed.Tidings(new Item.Progress("in", 0, 5, true)), sink(out));
        assertThat(out).as("who is behind it waits for the window").containsExactly("5");

        tickFor(IDLE_MS, task, out);
        assertThat(out).containsExactly("5", WINDOW, "10 and quiet");
    }

    @Test
    void whoWasQuietBeforeADowntimeHasTimeToSpeakUp() {
        String yaml = YAML + "onIdle: close\n";
        MapState state = new MapState();
        List<String> out = new ArrayList<>();
        KeyedTask first = task(yaml, state, 2);
        first.accept(tidings(0, 5, false), sink(out));
        first.accept(tidings(1, 5, false), sink(out));
        first.accept(tidings(1, 5, true), sink(out));
        tickFor(IDLE_MS, first, out);
        first.accept(tidings(0, 50, false), sink(out));
        assertThat(first.watermark()).as("a quiet partition does not hold it").isEqualTo(50);

        KeyedTask second = task(yaml, state, 2);
        second.accept(tidings(0, 90, false), sink(out));
        tickFor(IDLE_MS - 1, second, out);
        assertThat(second.watermark())
                .as("there may be rows of partition 1 by now")
                .isEqualTo(50);
        second.accept(tidings(1, 60, false), sink(out));
        assertThat(second.watermark()).isEqualTo(60);

        KeyedTask third = task(yaml, state, 2);
        third.accept(tidings(0, 95, false), sink(out));
        third.accept(tidings(1, 60, true), sink(out));
        assertThat(third.watermark())
                .as("it said so before the downtime, perhaps")
                .isEqualTo(60);
        tickFor(IDLE_MS, third, out);
        assertThat(third.watermark()).as("it had its time").isEqualTo(95);
    }

    private static Keyed.Tidings tidings(int partition, long time, boolean idle) {
        return new Keyed.Tidings(new Item.Progress("in", partition, time, idle));
    }

    private static void tickFor(long millis, KeyedTask task, List<String> out) {
        for (int look = 1; look <= 10; look++) {
            task.tick(millis * look / 10, sink(out));
        }
    }

    @Test
    void aClockKnowsTheNewestRowAfterARestart() {
        MapState state = new MapState();
        SourceClock first = plan(YAML).clock("in", 0, state, 0);
        first.row(bytes("{\"t\":100}"), 0, 0, 0);

        SourceClock second = plan(YAML).clock("in", 0, state, 1_000_000);
        assertThat(second.row(bytes("{\"t\":50}"), 1, 0, 1_000_000).origin().bound())
                .isEqualTo(100);
        assertThat(second.tell(1_000_000)).isEqualTo(new Item.Progress("in", 0, 100, false));
        for (long now = 1_006_000; now < 1_060_000; now += 6_000) {
            assertThat(second.tell(now)).isNull();
        }
        assertThat(second.tell(1_059_999)).isNull();
        assertThat(second.tell(1_060_000)).as("idle is counted anew").isEqualTo(new Item.Progress("in", 0, 100, true));
    }

    @Test
    void aTaskThatStoodStillDoesNotTakeItsPartitionForQuiet() {
        SourceClock clock = plan(YAML).clock("in", 0, new MapState(), 0);
        clock.row(bytes("{\"t\":100}"), 0, 0, 0);
        clock.tell(100);

        for (int pause = 1; pause < 10; pause++) {
            assertThat(clock.tell(pause * 10_000_000L)).as("a pause").isNull();
        }
        assertThat(clock.tell(100_000_000))
                .as("it had the time to read ten times")
                .isNotNull();
    }

    private static Keyed.Row row(long time) {
        return new Keyed.Row(Keys.of(List.of("a")), 0, null, bytes("{}"), new Origin("in", 0, time, 0, time, time));
    }

    private static KeyedTask.Sink sink(List<String> out) {
        return new KeyedTask.Sink() {
            @Override
            public void row(byte @Nullable [] recordKey, Item.Row row) {
                out.add(new String(row.value(), StandardCharsets.UTF_8));
            }

            @Override
            public void late(byte @Nullable [] recordKey, byte[] value) {
                out.add("late");
            }

            @Override
            public void progress(Item.Progress progress) {
                out.add(progress.time() + (progress.idle() ? " and quiet" : ""));
            }
        };
    }

    private static KeyedTask task(String yaml, MapState state) {
        return task(yaml, state, 1);
    }

    private static KeyedTask task(String yaml, MapState state, int partitions) {
        Plan plan = plan(yaml);
        return plan.task(plan.stages().get(0), 0, state, source -> partitions, 0);
    }

    private static Plan plan(String yaml) {
        return new Plan(
                PipelineDefinition.read("p.yaml", yaml),
                new ExpressionCompiler(FunctionRegistry.standard()),
                new Programs(ProgramOptions.NONE));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
