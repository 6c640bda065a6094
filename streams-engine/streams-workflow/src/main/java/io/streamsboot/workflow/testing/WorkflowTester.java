package io.streamsboot.workflow.testing;

import io.streamsboot.core.failure.Stage;
import io.streamsboot.workflow.StepCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.observe.WorkflowObserver;
import io.streamsboot.workflow.run.internal.HoldListener;
import io.streamsboot.workflow.run.internal.Hooks;
import io.streamsboot.workflow.run.internal.Probe;
import io.streamsboot.workflow.run.internal.Run;
import io.streamsboot.workflow.run.internal.RunResult;
import io.streamsboot.workflow.run.internal.RunSupport;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the handler of a workflow without a broker, and shows that it is safe to repeat.
 *
 * <pre>{@code
 * try (WorkflowTester tester = WorkflowTester.of(enrich)) {
 *     TestOutcome outcome = tester.verify(TestRecord.of("LH1", "{…}"));
 *     assertThat(outcome.single().value()).contains("sunny");
 * }
 * }</pre>
 *
 * <p>{@link #verify} runs it once, then again from its journal, then once for each point that the first run came by,
 * ended there as a crash would and begun anew with what the journal has. Each must come to the same, and no step that was
 * recorded may be done again. What the handler calls must therefore answer the same each time.
 *
 * <p>Retries happen at once. Used by one thread.
 */
public final class WorkflowTester implements AutoCloseable {

    private static final long SEED = 42;

    private final WorkflowDefinition definition;
    private final ExecutorService executor = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "workflow-tester");
        thread.setDaemon(true);
        return thread;
    });
    private final StepCodec codec;
    // A run that ended before it kept anything begins at another time and chance; here it must be comparable.
    private final Clock clock = Clock.fixed(Instant.now(), ZoneOffset.UTC);

    private WorkflowTester(WorkflowDefinition definition, StepCodec codec) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.codec = codec;
    }

    /** A tester for a workflow. */
    public static WorkflowTester of(WorkflowDefinition definition) {
        return of(definition, StepCodec.json(JsonMapper.shared()));
    }

    /** A tester for a workflow whose steps are kept in a way of their own. */
    public static WorkflowTester of(WorkflowDefinition definition, StepCodec codec) {
        return new WorkflowTester(definition, codec);
    }

    /** Runs the handler once, with its retries. More than one record make a batch. */
    public TestOutcome run(TestRecord... records) {
        return outcome(attempts(new Life(new MemoryJournal(), Integer.MAX_VALUE), consumed(List.of(records))));
    }

    /**
     * Runs the handler as often as it takes to show that it is safe to repeat.
     *
     * @return what it comes to, each time
     * @throws AssertionError if it comes to something else, or does a step again
     */
    public TestOutcome verify(TestRecord... records) {
        List<ConsumerRecord<byte[], byte[]>> consumed = consumed(List.of(records));
        MemoryJournal journal = new MemoryJournal();
        Life first = new Life(journal, Integer.MAX_VALUE);
        TestOutcome expected = outcome(attempts(first, consumed));
        if (expected.failure() != null) {
            return expected;
        }
        check(
                "read back from its journal",
                expected,
                outcome(attempts(new Life(journal, Integer.MAX_VALUE), consumed)));
        for (int point = 1; point <= first.points.size(); point++) {
            crash(consumed, expected, point);
        }
        return expected;
    }

    private void crash(List<ConsumerRecord<byte[], byte[]>> consumed, TestOutcome expected, int point) {
        MemoryJournal journal = new MemoryJournal();
        Life ended = new Life(journal, point);
        try {
            attempts(ended, consumed);
        } catch (Crash e) {
            // Where the run does not see it, it comes out here.
        }
        Life again = new Life(journal, Integer.MAX_VALUE);
        String where = "begun again after it ended at " + ended.points.get(Math.min(point, ended.points.size()) - 1);
        check(where, expected, outcome(attempts(again, consumed)));
        Set<String> repeated = again.done;
        repeated.retainAll(ended.journaled);
        if (definition.options().durable() && !repeated.isEmpty()) {
            throw new AssertionError(
                    "workflow " + definition.id() + ", " + where + ", did recorded steps again: " + repeated);
        }
    }

    private void check(String when, TestOutcome expected, TestOutcome actual) {
        // Without a journal only what is written counts, and that is not the same run's twice.
        if (!expected.equals(actual)) {
            throw new AssertionError("workflow " + definition.id() + ", " + when + ", comes to something else.\nFirst: "
                    + expected + "\nThen:  " + actual
                    + "\nA handler takes time and chance from its context, and all that can change from its steps;"
                    + " what a step returns must be the same when it is read back.");
        }
    }

    private RunResult attempts(Life life, List<ConsumerRecord<byte[], byte[]>> records) {
        Run run = life.run(records);
        RunResult result = run.attempt();
        for (int retry = 0; retry < definition.options().failure().maxRetries(); retry++) {
            if (!(result instanceof RunResult.Failed failed) || failed.permanent() || failed.stage() == Stage.DECODE) {
                break;
            }
            result = run.attempt();
        }
        return result;
    }

    private static TestOutcome outcome(RunResult result) {
        if (result instanceof RunResult.Completed completed) {
            return TestOutcome.of(completed.outcomes());
        }
        if (result instanceof RunResult.Failed failed) {
            return new TestOutcome(List.of(), List.of(), failed.cause());
        }
        throw new AssertionError("the run was given up, although nobody ended it");
    }

    private List<ConsumerRecord<byte[], byte[]>> consumed(List<TestRecord> records) {
        if (records.isEmpty() || (records.size() > 1 && !definition.isBatch())) {
            throw new IllegalArgumentException("workflow " + definition.id() + " takes "
                    + (definition.isBatch() ? "at least one record" : "one record") + " in a run, but got "
                    + records.size());
        }
        List<ConsumerRecord<byte[], byte[]>> consumed = new ArrayList<>();
        for (TestRecord record : records) {
            ProducerRecord<byte[], byte[]> headers = new ProducerRecord<>(definition.from(), record.value());
            record.headers().forEach(headers.headers()::add);
            consumed.add(new ConsumerRecord<>(
                    definition.from(),
                    0,
                    consumed.size(),
                    record.timestamp(),
                    TimestampType.CREATE_TIME,
                    length(record.key()),
                    length(record.value()),
                    record.key(),
                    record.value(),
                    headers.headers(),
                    Optional.empty()));
        }
        return consumed;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? -1 : bytes.length;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** A process, from its beginning until it ends by itself or at a point. */
    private final class Life implements Probe {

        private final @Nullable JournalPartition journal;
        private final int endsAt;
        private final List<String> points = Collections.synchronizedList(new ArrayList<>());
        private final Set<String> done = ConcurrentHashMap.newKeySet();
        private final Set<String> journaled = ConcurrentHashMap.newKeySet();
        private volatile @Nullable Run run;

        private Life(MemoryJournal journal, int endsAt) {
            this.journal = definition.options().durable()
                    ? journal.open(new JournalScope(
                            definition.id(), definition.group(), new TopicPartition(definition.from(), 0), 1_000))
                    : null;
            this.endsAt = endsAt;
        }

        private Run run(List<ConsumerRecord<byte[], byte[]>> records) {
            RunSupport support = new RunSupport(
                    codec, executor, clock, () -> SEED, new Hooks(this, WorkflowObserver.NONE), failure -> false);
            Run made = new Run(definition, records, null, journal, support, HoldListener.NONE);
            run = made;
            return made;
        }

        @Override
        public void at(Point point, String detail) {
            points.add(point + " " + detail);
            if (point == Point.STEP_DONE) {
                done.add(detail);
            } else if (point == Point.STEP_JOURNALED) {
                journaled.add(detail);
            }
            Run present = run;
            if (points.size() >= endsAt && present != null) {
                present.cancel();
                throw new Crash();
            }
        }
    }

    /** An end as a crash makes it. */
    private static final class Crash extends Error {

        private static final long serialVersionUID = 1L;

        private Crash() {
            super("the process ends here", null, false, false);
        }
    }
}
