package io.streamsboot.workflow.run.internal;

import java.util.List;

/** What a run comes to for one of its records. */
public sealed interface RecordOutcome {

    /**
     * Records are written.
     *
     * @param records what is written, at least one
     */
    record Written(List<Output> records) implements RecordOutcome {

        public Written {
            records = List.copyOf(records);
        }
    }

    /** Nothing is written. */
    record Skipped() implements RecordOutcome {}

    /**
     * The record is set aside because the handler said so.
     *
     * @param reason why
     */
    record SetAside(String reason) implements RecordOutcome {}
}
