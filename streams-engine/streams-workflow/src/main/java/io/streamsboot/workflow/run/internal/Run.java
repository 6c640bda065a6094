package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.failure.Stage;
import io.streamsboot.workflow.PermanentFailure;
import io.streamsboot.workflow.ReplayMismatchException;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.observe.WorkflowObserver.Observed;
import io.streamsboot.workflow.options.OnReplayMismatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** A run, in all its attempts of this process. One attempt at a time; {@link #cancel()} from any thread. */
public final class Run {

    private final WorkflowDefinition definition;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private final RunJournal journal;
    private final RunSupport support;
    private final Holding holding;
    private final Cancellation cancellation = new Cancellation();

    private volatile @Nullable String runId;
    private @Nullable List<Object> values;
    private int attempts;
    private @Nullable Thread thread;
    private volatile Observed observed = Observed.NONE;
    private volatile @Nullable Ending ending;

    /**
     * A run that has not begun.
     *
     * @param records its records, at least one; they are not copied
     * @param values their values, if they are decoded already
     * @param journal the journal of their partition; null if the workflow is not durable
     */
    public Run(
            WorkflowDefinition definition,
            List<ConsumerRecord<byte[], byte[]>> records,
            @Nullable List<Object> values,
            @Nullable JournalPartition journal,
            RunSupport support,
            HoldListener holds) {
        this.definition = definition;
        this.records = records;
        this.values = values;
        this.support = support;
        this.holding = new Holding(this, support, holds);
        this.journal = new RunJournal(journal, holding, this::beginning);
    }

    /** Its id; found on the thread that asks first, which is never that of the core. */
    public String runId() {
        String known = runId;
        if (known == null) {
            known = RunIds.of(definition.group(), records, definition.isBatch());
            runId = known;
        }
        return known;
    }

    public List<ConsumerRecord<byte[], byte[]>> records() {
        return records;
    }

    public int attempts() {
        return attempts;
    }

    /** Does one attempt, and waits until its end is known. */
    public RunResult attempt() {
        CompletableFuture<RunResult> end = new CompletableFuture<>();
        attempt(end::complete);
        return end.join();
    }

    /**
     * Does one attempt on this thread.
     *
     * @param ended is told what it comes to, once; by another thread if its outcome becomes durable later
     */
    public void attempt(Consumer<RunResult> ended) {
        attempts++;
        RunResult result = onThread(this::observed);
        Ending last = ending;
        if (last == null) {
            ended.accept(result);
        } else {
            last.await(ended);
        }
    }

    /** What an attempt comes to is known. */
    void ended(RunResult result, Consumer<RunResult> ended) {
        ending = null;
        RunResult end = isCancelled() ? new RunResult.Abandoned() : result;
        try {
            if (end instanceof RunResult.Completed) {
                support.probe().at(Probe.Point.COMPLETED, runId());
            }
        } finally {
            ended.accept(end);
        }
    }

    private RunResult onThread(Supplier<RunResult> work) {
        runOn(Thread.currentThread());
        try {
            checkAlive();
            RunResult result = work.get();
            return isCancelled() ? new RunResult.Abandoned() : result;
        } catch (RunAbandoned e) {
            return new RunResult.Abandoned();
        } finally {
            runOn(null);
        }
    }

    /** The thread goes on to other runs, which an interruption of this one must not reach. */
    private void runOn(@Nullable Thread runner) {
        synchronized (holding) {
            thread = runner;
        }
    }

    private RunResult observed() {
        try (Observed attempt = support.hooks().observer().attempt(definition.id(), records, attempts)) {
            observed = attempt;
            RunResult result = go();
            if (result instanceof RunResult.Failed failed) {
                attempt.failed(failed.cause());
            }
            return result;
        } finally {
            observed = Observed.NONE;
        }
    }

    /** A step begins. */
    Observed step(String name) {
        return support.hooks().observer().step(definition.id(), name, observed);
    }

    private RunResult go() {
        // Before anybody has the bytes in hand.
        runId();
        List<Object> decoded;
        try {
            RunResult.Completed known = readBack();
            if (known != null) {
                return known;
            }
            decoded = decode();
        } catch (RunAbandoned e) {
            throw e;
        } catch (DecodeFailure e) {
            return new RunResult.Failed(Stage.DECODE, e.reason(), true);
        } catch (ReplayMismatchException e) {
            return mismatch(e);
        } catch (RuntimeException e) {
            return failed(Stage.PROCESS, e);
        }
        support.probe().at(Probe.Point.DECODED, runId());
        List<RecordOutcome> outcomes;
        try {
            List<?> results = handle(decoded);
            checkAlive();
            support.probe().at(Probe.Point.HANDLED, runId());
            journal.settle();
            outcomes = new OutcomeWriter(definition, runId(), holding, definition.isBatch() ? Observed.NONE : observed)
                    .write(records, results);
        } catch (RunAbandoned e) {
            throw e;
        } catch (ReplayMismatchException e) {
            return mismatch(e);
        } catch (EncodeFailure e) {
            return new RunResult.Failed(Stage.PRODUCE, e.reason(), true);
        } catch (Throwable e) {
            return isCancelled() ? new RunResult.Abandoned() : failed(Stage.PROCESS, e);
        }
        return complete(outcomes);
    }

    private List<?> handle(List<Object> decoded) throws Exception {
        RunContext context = new RunContext(this, support);
        try {
            return definition.handler().handle(decoded, context);
        } finally {
            context.end();
        }
    }

    private RunResult complete(List<RecordOutcome> outcomes) {
        RunResult result = new RunResult.Completed(outcomes, false);
        if (journal.isDurable()) {
            Observed journaling = journaling();
            RunJournal.Write write = journal.complete(runId(), OutcomeFormat.write(outcomes));
            if (write != null && !write.isDone()) {
                ending = new Ending(
                        this, support, write.stage(), result, () -> onThread(() -> insist(write, result)), journaling);
                return result;
            }
            journaling.close();
        }
        support.probe().at(Probe.Point.COMPLETED, runId());
        return result;
    }

    private RunResult insist(RunJournal.Write write, RunResult result) {
        try {
            journal.insist(write);
            return result;
        } catch (RunAbandoned e) {
            throw e;
        } catch (RuntimeException e) {
            return failed(Stage.PROCESS, e);
        }
    }

    private Observed journaling() {
        return support.hooks().observer().journal(definition.id(), observed);
    }

    private RunResult mismatch(ReplayMismatchException reason) {
        return definition.options().failure().onReplayMismatch() == OnReplayMismatch.RESTART_RUN
                ? restart()
                : failed(Stage.PROCESS, reason);
    }

    private RunResult restart() {
        Observed journaling = journaling();
        try {
            journal.reset(runId());
        } catch (RunAbandoned e) {
            throw e;
        } catch (RuntimeException e) {
            return failed(Stage.PROCESS, e);
        } finally {
            journaling.close();
        }
        return go();
    }

    private static RunResult failed(Stage stage, Throwable cause) {
        boolean permanent = cause instanceof PermanentFailure
                || cause instanceof ReplayMismatchException
                || cause instanceof JournalException.Rejected;
        return new RunResult.Failed(stage, cause, permanent);
    }

    /** What an earlier attempt, here or in another process, came to. */
    private RunResult.@Nullable Completed readBack() {
        byte[] outcome = journal.outcome(runId());
        if (outcome == null) {
            return null;
        }
        try {
            List<RecordOutcome> outcomes = OutcomeFormat.read(outcome, runId());
            if (outcomes.size() == records.size()) {
                return new RunResult.Completed(outcomes, true);
            }
        } catch (IllegalArgumentException e) {
            throw new ReplayMismatchException(runId(), "(outcome)", String.valueOf(e.getMessage()), e);
        }
        throw new ReplayMismatchException(runId(), "(outcome)", "it has another number of records", null);
    }

    private List<Object> decode() {
        List<Object> known = values;
        if (known != null) {
            return known;
        }
        List<Object> decoded = new ArrayList<>(records.size());
        for (ConsumerRecord<byte[], byte[]> record : records) {
            decoded.add(decode(definition, record, holding));
        }
        values = decoded;
        return decoded;
    }

    @SuppressWarnings("NullAway") // A tombstone's value is null, and only handlers that say so get one.
    private static Object decode(
            WorkflowDefinition definition, ConsumerRecord<byte[], byte[]> record, Holding holding) {
        byte[] bytes = record.value();
        if (bytes == null) {
            return null;
        }
        try {
            return holding.reachable(
                    definition.input(),
                    definition.options().failure().schemaRegistryTimeout(),
                    () -> definition.input().decode(record.topic(), copyOfHeaders(record), bytes));
        } catch (RuntimeException | LinkageError e) {
            throw new DecodeFailure(e);
        }
    }

    /** Codecs may change headers, and a dead letter needs them as they were. */
    static Headers copyOfHeaders(ConsumerRecord<byte[], byte[]> record) {
        return new ProducerRecord<byte[], byte[]>(record.topic(), null, null, null, null, record.headers()).headers();
    }

    @Nullable StepResult recorded(String scopedName) {
        return journal.recorded(scopedName);
    }

    /** Keeps a step's result, and returns when it is durable, or at once if that may wait until the run's end. */
    void record(StepResult result, boolean mayWait) {
        if (mayWait) {
            journal.record(result, true);
            return;
        }
        Observed journaling = journaling();
        try {
            journal.record(result, false);
        } finally {
            journaling.close();
        }
    }

    Claim claim() {
        return journal.claim();
    }

    private Claim beginning() {
        return new Claim(
                runId(),
                records.get(0).offset(),
                records.get(records.size() - 1).offset(),
                support.clock().millis(),
                support.seeds().getAsLong(),
                definition.isBatch()
                        ? records.stream().map(ConsumerRecord::offset).toList()
                        : List.of());
    }

    boolean isDurable() {
        return journal.isDurable();
    }

    long fencingToken() {
        return journal.fencingToken();
    }

    /** Gives the run up: whatever it waits for ends at once, and what it comes to counts no more. */
    public void cancel() {
        cancellation.cancel();
        Ending last = ending;
        if (last != null) {
            last.cancelled();
        }
    }

    /** Interrupts the handler of a run that was given up. */
    public void interrupt() {
        synchronized (holding) {
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    boolean isCancelled() {
        return cancellation.isDone();
    }

    CompletableFuture<Object> cancellation() {
        return cancellation.future();
    }

    void checkAlive() {
        if (cancellation.isDone()) {
            throw new RunAbandoned();
        }
    }

    /** Looks whether it has waited for its journal for long, and says so; from any thread. */
    public void look(long now) {
        holding.patience().look(now);
    }

    Holding holding() {
        return holding;
    }

    /** Decodes a record outside a run, for batches, which are formed of decoded records. */
    public static Object decodeAlone(Run holder, ConsumerRecord<byte[], byte[]> record) {
        return decode(holder.definition, record, holder.holding);
    }
}
