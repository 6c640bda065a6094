package io.streamsboot.workflow.journal;

import io.streamsboot.workflow.journal.JournalEntry.Claim;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a partition in memory, forgotten by the rules of {@link RunWindow}. For journals to build on. Thread-safe.
 */
public final class RunIndex {

    private final Map<String, RunRecord> runs = new HashMap<>();
    private final RunWindow window;

    /**
     * An empty index.
     *
     * @param window outcomes of runs below the committed offset that are kept
     */
    public RunIndex(int window) {
        this.window = new RunWindow(window);
    }

    public synchronized boolean contains(String runId) {
        return runs.containsKey(runId);
    }

    public synchronized @Nullable RunRecord find(String runId) {
        return runs.get(runId);
    }

    /** Takes an entry in; one of a run that was forgotten already is left out. */
    public synchronized void add(JournalEntry entry) {
        RunRecord before = runs.get(entry.runId());
        if (before == null && !(entry instanceof Claim)) {
            return;
        }
        RunRecord after = RunRecord.after(before, entry);
        runs.put(entry.runId(), after);
        if (before == null) {
            window.add(entry.runId(), after.claim().lastOffset());
        }
    }

    /** Claims of batches without an outcome, by first offset. */
    public synchronized Collection<Claim> unfinishedBatches() {
        return runs.values().stream()
                .filter(run -> run.outcome() == null && !run.claim().members().isEmpty())
                .map(RunRecord::claim)
                .sorted(Comparator.comparingLong(Claim::firstOffset))
                .toList();
    }

    /**
     * Forgets what a committed offset makes superfluous.
     *
     * @return ids of the runs of which nothing is left
     */
    public synchronized List<String> committed(long offset) {
        RunWindow.Trimmed trimmed = window.committed(offset, this::hasOutcome);
        trimmed.ended().forEach(id -> runs.computeIfPresent(id, (same, run) -> run.withoutSteps()));
        trimmed.gone().forEach(runs::remove);
        return trimmed.gone();
    }

    private boolean hasOutcome(String runId) {
        RunRecord run = runs.get(runId);
        return run != null && run.outcome() != null;
    }
}
