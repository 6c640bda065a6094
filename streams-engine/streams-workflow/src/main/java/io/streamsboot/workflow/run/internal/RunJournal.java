package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a run has in its journal, and writes to it. What was recorded stays here, so that the next attempt goes on without
 * reading. Branches of a run record at the same time; the rest belongs to its attempt.
 */
final class RunJournal {

    private final @Nullable JournalPartition partition;
    private final Holding holding;
    private final Supplier<Claim> beginning;
    private final Map<String, StepResult> steps;
    private volatile @Nullable Queue<Write> pending;
    private @Nullable Claim claim;
    private volatile boolean claimed;
    private boolean looked;
    private byte @Nullable [] outcome;

    /** A write under way. */
    record Write(List<JournalEntry> entries, CompletionStage<@Nullable Void> stage) {

        /** Whether it is durable. */
        boolean isDone() {
            CompletableFuture<?> future = stage.toCompletableFuture();
            return future.isDone() && !future.isCompletedExceptionally();
        }
    }

    /**
     * A journal of a run of which nothing is known.
     *
     * @param partition the journal of its partition; null if it is not durable
     * @param beginning makes the claim of a run that is new
     */
    RunJournal(@Nullable JournalPartition partition, Holding holding, Supplier<Claim> beginning) {
        this.partition = partition;
        this.holding = holding;
        this.beginning = beginning;
        this.steps = partition == null ? Map.of() : new ConcurrentHashMap<>();
    }

    boolean isDurable() {
        return partition != null;
    }

    long fencingToken() {
        JournalPartition keeper = partition;
        return keeper == null ? 0 : keeper.fencingToken();
    }

    /** The outcome of an earlier attempt, here or in another process; null if there is none. Looks it up once. */
    byte @Nullable [] outcome(String runId) {
        JournalPartition keeper = partition;
        if (!looked && keeper != null && keeper.contains(runId)) {
            RunRecord record = holding.journaled(() -> keeper.find(runId));
            if (record != null) {
                claim = record.claim();
                claimed = true;
                steps.putAll(record.steps());
                outcome = record.outcome();
            }
        }
        looked = true;
        return outcome;
    }

    @Nullable StepResult recorded(String scopedName) {
        return steps.get(scopedName);
    }

    /** Keeps a step's result, and returns when it is durable, or at once if that may wait until the run's end. */
    void record(StepResult result, boolean mayWait) {
        JournalPartition keeper = partition;
        if (keeper == null) {
            return;
        }
        List<JournalEntry> entries = withClaim(result);
        if (mayWait && claimed) {
            pending().add(new Write(entries, keeper.append(entries)));
        } else {
            holding.journaled(() -> keeper.append(entries));
            claimed = true;
        }
        steps.put(result.name(), result);
    }

    private synchronized Queue<Write> pending() {
        Queue<Write> known = pending;
        if (known == null) {
            known = new ConcurrentLinkedQueue<>();
            pending = known;
        }
        return known;
    }

    /** Forgets all steps and the outcome, and returns when that is durable. */
    void reset(String runId) {
        outcome = null;
        JournalPartition keeper = partition;
        if (keeper != null) {
            steps.clear();
            List<JournalEntry> entries = withClaim(new JournalEntry.Reset(runId));
            holding.journaled(() -> keeper.append(entries));
            claimed = true;
        }
    }

    /** Begins to write an outcome; null if the run is not durable. */
    @Nullable Write complete(String runId, byte[] bytes) {
        JournalPartition keeper = partition;
        if (keeper == null) {
            return null;
        }
        List<JournalEntry> entries = withClaim(new JournalEntry.Completion(runId, bytes));
        try {
            return new Write(entries, keeper.append(entries));
        } catch (RuntimeException e) {
            return new Write(entries, CompletableFuture.failedFuture(e));
        }
    }

    /** Until the claim is known to be durable it rides with each write: a branch may be ahead of the first. */
    private List<JournalEntry> withClaim(JournalEntry entry) {
        return claimed ? List.of(entry) : List.of(claim(), entry);
    }

    /** Waits for what was written without waiting. */
    void settle() {
        Queue<Write> writes = pending;
        if (writes != null) {
            for (Write write = writes.poll(); write != null; write = writes.poll()) {
                insist(write);
            }
        }
    }

    /** Waits until something is durable, and writes it again if need be. */
    void insist(Write write) {
        JournalPartition keeper = partition;
        if (keeper != null) {
            boolean[] tried = {false};
            holding.journaled(() -> {
                boolean again = tried[0];
                tried[0] = true;
                return again ? keeper.append(write.entries()) : write.stage();
            });
        }
    }

    /** How the run begins; fixed from the first question for it. */
    synchronized Claim claim() {
        Claim known = claim;
        if (known == null) {
            known = beginning.get();
            claim = known;
        }
        return known;
    }
}
