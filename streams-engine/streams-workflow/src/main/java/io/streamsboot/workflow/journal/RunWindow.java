package io.streamsboot.workflow.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The rules by which runs of a partition are forgotten, for journals to build on: below the committed offset a run
 * without an outcome is forgotten, one with an outcome keeps nothing else, and outcomes are kept as far as the window
 * goes. Nothing is forgotten at or above the committed offset. Not thread-safe.
 */
public final class RunWindow {

    private final int window;
    private final TreeMap<Long, List<String>> ending = new TreeMap<>();
    private long committed = -1;
    private int below;

    /**
     * What a committed offset makes superfluous.
     *
     * @param ended runs of which only the outcome is still needed
     * @param gone runs of which nothing is
     */
    public record Trimmed(List<String> ended, List<String> gone) {

        public Trimmed {
            ended = List.copyOf(ended);
            gone = List.copyOf(gone);
        }
    }

    /**
     * Rules without runs.
     *
     * @param window outcomes of runs below the committed offset that are kept
     */
    public RunWindow(int window) {
        this.window = window;
    }

    /** A run is known, which it was not. */
    public void add(String runId, long lastOffset) {
        ending.computeIfAbsent(lastOffset, offset -> new ArrayList<>(1)).add(runId);
        if (lastOffset < committed) {
            below++;
        }
    }

    /**
     * Everything below an offset is committed.
     *
     * @param hasOutcome whether a run has ended
     */
    public Trimmed committed(long offset, Predicate<String> hasOutcome) {
        List<String> ended = new ArrayList<>();
        List<String> gone = new ArrayList<>();
        if (offset <= committed) {
            return new Trimmed(ended, gone);
        }
        var newlyBelow =
                ending.subMap(committed, true, offset, false).entrySet().iterator();
        while (newlyBelow.hasNext()) {
            Map.Entry<Long, List<String>> entry = newlyBelow.next();
            List<String> kept = new ArrayList<>(1);
            for (String id : entry.getValue()) {
                (hasOutcome.test(id) ? kept : gone).add(id);
            }
            ended.addAll(kept);
            below += kept.size();
            if (kept.isEmpty()) {
                newlyBelow.remove();
            } else {
                entry.setValue(kept);
            }
        }
        committed = offset;
        while (below > window) {
            List<String> oldest = ending.pollFirstEntry().getValue();
            gone.addAll(oldest);
            below -= oldest.size();
        }
        return new Trimmed(ended, gone);
    }
}
