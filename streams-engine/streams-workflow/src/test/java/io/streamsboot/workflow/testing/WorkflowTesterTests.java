package io.streamsboot.workflow.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.Outcome;
import io.streamsboot.workflow.PermanentFailure;
import io.streamsboot.workflow.RecordHandler;
import io.streamsboot.workflow.StepOptions;
import io.streamsboot.workflow.StepTimeoutException;
import io.streamsboot.workflow.StepType;
import io.streamsboot.workflow.WorkflowContext;
import io.streamsboot.workflow.WorkflowDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkflowTesterTests {

    record Weather(String sky, int degrees) {}

    @Test
    void comesToTheSameWhereverItEnds() {
        AtomicInteger lookups = new AtomicInteger();
        TestOutcome outcome = verify((value, context) -> {
            Weather weather = context.step("weather", () -> {
                lookups.incrementAndGet();
                return new Weather("clear", value.length());
            });
            List<String> names = context.step("names", new StepType<List<String>>() {}, () -> List.of("a", "b"));
            context.action("notify", () -> {});
            List<String> both = context.parallel(
                    "both",
                    List.of(
                            scope -> scope.step("part", () -> "left"),
                            scope -> scope.step("part", String.class, () -> "right")));
            return weather + " " + names + " " + both + " " + context.now() + " " + context.uuid() + " "
                    + context.random().nextInt();
        });
        assertThat(outcome.single().value()).startsWith("Weather[sky=clear, degrees=5] [a, b] [left, right]");
        assertThat(outcome.single().key()).isEqualTo("key");
        assertThat(outcome.single().headers()).containsKey("streams.run-id");
        assertThat(lookups).hasValueGreaterThan(1);
    }

    @Test
    void findsAHandlerThatTakesChanceFromElsewhere() {
        AtomicInteger chance = new AtomicInteger();
        assertThatThrownBy(() -> verify((value, context) -> {
                    context.step("a", () -> "a");
                    return "" + chance.incrementAndGet();
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("comes to something else");
    }

    @Test
    void findsAResultThatIsReadBackAsSomethingElse() {
        assertThatThrownBy(() -> verify((value, context) -> {
                    Object number = context.step("number", Object.class, () -> 5L);
                    return number.getClass().getSimpleName();
                }))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void countsNamesWithinTheirScope() {
        List<Integer> results = new ArrayList<>();
        verify((value, context) -> {
            results.clear();
            for (int i = 0; i < 3; i++) {
                int number = i;
                results.add(context.step("same", Integer.class, () -> number));
            }
            return results.toString();
        });
        assertThat(results).containsExactly(0, 1, 2);
    }

    @Test
    void refusesATypeThatCannotBeFoundOut() {
        assertThat(run((value, context) -> context.step("list", () -> List.of("a")))
                        .failure())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("StepType");
    }

    @Test
    void refusesStepsOfAnotherThread() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        run((value, context) -> {
            Thread thread = new Thread(() -> {
                try {
                    context.step("foreign", () -> "a");
                } catch (IllegalStateException e) {
                    thrown.set(e);
                }
            });
            thread.start();
            thread.join();
            return null;
        });
        assertThat(thrown.get()).hasMessageContaining("not the one of its scope");
    }

    @Test
    void refusesStepsOfARunThatHasEnded() {
        AtomicReference<WorkflowContext> kept = new AtomicReference<>();
        run((value, context) -> {
            kept.set(context);
            return value;
        });
        assertThat(run((value, context) -> kept.get().step("late", () -> "a")).failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not the one of its scope");
    }

    @Test
    void throwsAwayTheLateResultOfAStep() {
        CountDownLatch never = new CountDownLatch(1);
        TestOutcome outcome = run((value, context) -> {
            try {
                return context.step("slow", StepOptions.DEFAULT.withTimeout(Duration.ofMillis(20)), () -> {
                    never.await();
                    return "late";
                });
            } catch (StepTimeoutException e) {
                return "in time";
            }
        });
        assertThat(outcome.single().value()).isEqualTo("in time");
    }

    @Test
    void triesAStepAgain() {
        AtomicInteger tries = new AtomicInteger();
        TestOutcome outcome = run((value, context) -> context.step("flaky", StepOptions.DEFAULT.withRetries(2), () -> {
            if (tries.incrementAndGet() < 3) {
                throw new IllegalStateException("not yet");
            }
            return "there";
        }));
        assertThat(outcome.single().value()).isEqualTo("there");
    }

    @Test
    void goesOnAtItsRecordedStepsWhenTheRunIsRetried() {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger attempts = new AtomicInteger();
        TestOutcome outcome = run((value, context) -> {
            context.step("once", Integer.class, first::incrementAndGet);
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("later");
            }
            return "done " + context.attempt();
        });
        assertThat(outcome.single().value()).isEqualTo("done 3");
        assertThat(first).hasValue(1);
    }

    @Test
    void doesNotTryAPermanentFailureAgain() {
        AtomicInteger attempts = new AtomicInteger();
        TestOutcome outcome = run((value, context) -> {
            attempts.incrementAndGet();
            throw new PermanentFailure("never");
        });
        assertThat(outcome.failure()).isInstanceOf(PermanentFailure.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void writesWhatTheOutcomeSays() {
        TestOutcome outcome = verify((value, context) -> Outcome.many(
                Outcome.emit("a").key("other").header("h", "1"),
                Outcome.emitTo("elsewhere", "b"),
                Outcome.tombstone()));
        assertThat(outcome.written()).extracting(Written::topic).containsExactly("out", "elsewhere", "out");
        assertThat(outcome.written()).extracting(Written::key).containsExactly("other", "key", "key");
        assertThat(outcome.written()).extracting(Written::value).containsExactly("a", "b", null);
        assertThat(outcome.written().get(0).headers()).containsEntry("h", "1");
        assertThat(verify((value, context) -> Outcome.dead("bad")).setAside()).containsExactly("bad");
        assertThat(verify((value, context) -> null).written()).isEmpty();
    }

    @Test
    void takesABatchAndWantsAResultForEachRecord() {
        WorkflowDefinition twice = WorkflowDefinition.builder("batch")
                .from("in", RecordCodec.string())
                .to("out", RecordCodec.string())
                .batchHandler((values, context) -> context.step(
                        "all",
                        new StepType<List<String>>() {},
                        () -> values.stream().map(value -> value + value).toList()));
        try (WorkflowTester tester = WorkflowTester.of(twice)) {
            assertThat(tester.verify(TestRecord.of("1", "a"), TestRecord.of("2", "b"))
                            .written())
                    .extracting(Written::value)
                    .containsExactly("aa", "bb");
        }
        WorkflowDefinition wrong = WorkflowDefinition.builder("batch")
                .from("in", RecordCodec.string())
                .to("out", RecordCodec.string())
                .batchHandler((values, context) -> List.of("one"));
        try (WorkflowTester tester = WorkflowTester.of(wrong)) {
            assertThat(tester.run(TestRecord.of("1", "a"), TestRecord.of("2", "b"))
                            .failure())
                    .hasMessageContaining("1 results for 2 records");
        }
    }

    private static TestOutcome verify(RecordHandler<String> handler) {
        try (WorkflowTester tester = WorkflowTester.of(definition(handler))) {
            return tester.verify(TestRecord.of("key", "value"));
        }
    }

    private static TestOutcome run(RecordHandler<String> handler) {
        try (WorkflowTester tester = WorkflowTester.of(definition(handler))) {
            return tester.run(TestRecord.of("key", "value"));
        }
    }

    private static WorkflowDefinition definition(RecordHandler<String> handler) {
        return WorkflowDefinition.builder("tested")
                .from("in", RecordCodec.string())
                .to("out", RecordCodec.string())
                .handler(handler);
    }
}
