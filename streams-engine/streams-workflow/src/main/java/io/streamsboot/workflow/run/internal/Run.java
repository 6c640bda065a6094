package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.failure.Stage;
import io.streamsboot.workflow.PermanentFailure;
import io.streamsboot.workflow.ReplayMismatchException;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.RunRecord;
import io.streamsboot.workflow.observe.WorkflowObserver.Observed;
import io.streamsboot.workflow.options.OnReplayMismatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A run, in all its attempts of this process. One attempt at a time; {@link #cancel()} from any thread.
 *
 * <p>What an attempt has recorded stays with the run, so that the next goes on where it was without reading.
 */
public final class Run {

    private final WorkflowDefinition definition;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private final @Nullable JournalPartition journal;
    private final RunSupport support;
    private final Holding holding;
    private final CompletableFuture<Object> cancellation = new CompletableFuture<>();
    private final Map<String, StepResult> steps = new ConcurrentHashMap<>();
    private final Queue<PendingWrite> pending = new ConcurrentLinkedQueue<>();

    private volatile @Nullable String runId;
    private @Nullable List<Object> values;
    private @Nullable RunRecord found;
    private boolean looked;
    private @Nullable Claim claim;
    private volatile boolean claimed;
    private int attempts;
    private @Nullable Thread thread;
    private volatile Observed observed = Observed.NONE;

    /** A write that the handler did not wait for. */
    private record PendingWrite(List<JournalEntry> entries, CompletionStage<@Nullable Void> stage) {}

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
        this.journal = journal;
        this.support = support;
        this.holding = new Holding(this, support, holds);
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

    /** Does one attempt on this thread. */
    public RunResult attempt() {
        attempts++;
        runOn(Thread.currentThread());
        try {
            checkAlive();
            RunResult result = observed();
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
            settle();
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
        JournalPartition keeper = journal;
        if (keeper != null) {
            try {
                append(new JournalEntry.Completion(runId(), OutcomeFormat.write(outcomes)), false);
            } catch (RunAbandoned e) {
                throw e;
            } catch (RuntimeException e) {
                return failed(Stage.PROCESS, e);
            }
        }
        support.probe().at(Probe.Point.COMPLETED, runId());
        return new RunResult.Completed(outcomes, false);
    }

    private RunResult mismatch(ReplayMismatchException reason) {
        return definition.options().failure().onReplayMismatch() == OnReplayMismatch.RESTART_RUN
                ? restart()
                : failed(Stage.PROCESS, reason);
    }

    private RunResult restart() {
        steps.clear();
        found = null;
        try {
            append(new JournalEntry.Reset(runId()), false);
        } catch (RunAbandoned e) {
            throw e;
        } catch (RuntimeException e) {
            return failed(Stage.PROCESS, e);
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
        JournalPartition keeper = journal;
        if (!looked && keeper != null && keeper.contains(runId())) {
            RunRecord record = holding.journaled(() -> keeper.find(runId()));
            if (record != null) {
                found = record;
                claim = record.claim();
                claimed = true;
                steps.putAll(record.steps());
            }
        }
        looked = true;
        byte[] outcome = found == null ? null : found.outcome();
        if (outcome == null) {
            return null;
        }
        try {
            List<RecordOutcome> outcomes = OutcomeFormat.read(outcome);
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
        return steps.get(scopedName);
    }

    /** Keeps a step's result, and returns when it is durable, or at once if that may wait until the run's end. */
    void record(StepResult result, boolean mayWait) {
        append(result, mayWait);
        steps.put(result.name(), result);
    }

    private void append(JournalEntry entry, boolean mayWait) {
        JournalPartition keeper = journal;
        if (keeper == null) {
            return;
        }
        // Until the claim is known to be durable it rides with each write: a branch may be ahead of the first.
        boolean first = !claimed;
        List<JournalEntry> entries = first ? List.of(claim(), entry) : List.of(entry);
        if (mayWait && !first) {
            pending.add(new PendingWrite(entries, keeper.append(entries)));
            return;
        }
        Observed journaling = support.hooks().observer().journal(definition.id(), observed);
        try {
            holding.journaled(() -> keeper.append(entries));
        } finally {
            journaling.close();
        }
        claimed = true;
    }

    /** Waits for what was written without waiting. */
    private void settle() {
        JournalPartition keeper = journal;
        for (PendingWrite write = pending.poll(); write != null && keeper != null; write = pending.poll()) {
            PendingWrite each = write;
            boolean[] tried = {false};
            holding.journaled(() -> {
                boolean again = tried[0];
                tried[0] = true;
                return again ? keeper.append(each.entries()) : each.stage();
            });
        }
    }

    /** How the run begins; fixed from the first question for it. */
    Claim claim() {
        synchronized (pending) {
            Claim known = claim;
            if (known == null) {
                known = new Claim(
                        runId(),
                        records.get(0).offset(),
                        records.get(records.size() - 1).offset(),
                        support.clock().millis(),
                        support.seeds().getAsLong(),
                        definition.isBatch()
                                ? records.stream().map(ConsumerRecord::offset).toList()
                                : List.of());
                claim = known;
            }
            return known;
        }
    }

    boolean isDurable() {
        return journal != null;
    }

    long fencingToken() {
        JournalPartition keeper = journal;
        return keeper == null ? 0 : keeper.fencingToken();
    }

    /** Gives the run up: whatever it waits for ends at once, and what it comes to counts no more. */
    public void cancel() {
        cancellation.complete(Boolean.TRUE);
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
        return cancellation;
    }

    void checkAlive() {
        if (cancellation.isDone()) {
            throw new RunAbandoned();
        }
    }

    Holding holding() {
        return holding;
    }

    /** Decodes a record outside a run, for batches, which are formed of decoded records. */
    public static Object decodeAlone(Run holder, ConsumerRecord<byte[], byte[]> record) {
        return decode(holder.definition, record, holder.holding);
    }
}
