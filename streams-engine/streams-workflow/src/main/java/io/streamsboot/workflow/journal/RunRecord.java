package io.streamsboot.workflow.journal;

import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalEntry.Completion;
import io.streamsboot.workflow.journal.JournalEntry.Reset;
import io.streamsboot.workflow.journal.JournalEntry.StepResult;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a run. Immutable, apart from its byte arrays, which must not be changed.
 *
 * @param claim how it began
 * @param steps the last result of each step, by scoped name
 * @param outcome what it came to, or null if it has not ended
 */
public record RunRecord(Claim claim, Map<String, StepResult> steps, byte @Nullable [] outcome) {

    public RunRecord {
        steps = Map.copyOf(steps);
    }

    /**
     * What is known after one more entry.
     *
     * @param before what was known, or null
     * @param entry the entry; a claim if nothing was known
     */
    public static RunRecord after(@Nullable RunRecord before, JournalEntry entry) {
        if (entry instanceof Claim claim) {
            return before == null
                    ? new RunRecord(claim, Map.of(), null)
                    : new RunRecord(claim, before.steps, before.outcome);
        }
        if (before == null) {
            throw new JournalException.Failing("run " + entry.runId() + " has no claim in its journal", null);
        }
        if (entry instanceof StepResult step && before.steps.isEmpty()) {
            return new RunRecord(before.claim, Map.of(step.name(), step), before.outcome);
        }
        if (entry instanceof StepResult step) {
            Map<String, StepResult> all = new LinkedHashMap<>(before.steps);
            all.put(step.name(), step);
            return new RunRecord(before.claim, all, before.outcome);
        }
        if (entry instanceof Reset) {
            return new RunRecord(before.claim, Map.of(), null);
        }
        return new RunRecord(before.claim, before.steps, ((Completion) entry).outcome());
    }

    /** Without its steps, once it has ended and nobody will ask for them. */
    public RunRecord withoutSteps() {
        return steps.isEmpty() ? this : new RunRecord(claim, Map.of(), outcome);
    }
}
