package io.streamsboot.workflow.journal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that a run has done. */
public sealed interface JournalEntry {

    /** Id of the run. */
    String runId();

    /**
     * A run has begun.
     *
     * @param runId id of the run
     * @param firstOffset offset of its first record
     * @param lastOffset offset of its last record
     * @param startedAt when it began, in milliseconds since 1970
     * @param seed where its random numbers begin
     * @param members offsets of its records if it is a batch; empty otherwise
     */
    record Claim(String runId, long firstOffset, long lastOffset, long startedAt, long seed, List<Long> members)
            implements JournalEntry {

        public Claim {
            members = List.copyOf(members);
        }
    }

    /**
     * A step has ended.
     *
     * @param runId id of the run
     * @param name scoped name of the step
     * @param kind kind of the step: v for a value, a for an action
     * @param result its result; null if it has none
     */
    record StepResult(String runId, String name, char kind, byte @Nullable [] result) implements JournalEntry {}

    /**
     * The run's steps so far count no more.
     *
     * @param runId id of the run
     */
    record Reset(String runId) implements JournalEntry {}

    /**
     * A run has ended.
     *
     * @param runId id of the run
     * @param outcome what it comes to
     */
    record Completion(String runId, byte[] outcome) implements JournalEntry {}
}
