package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.failure.Stage;
import java.util.List;

/** How an attempt of a run ended. */
public sealed interface RunResult {

    /**
     * It is done.
     *
     * @param outcomes one for each record
     * @param replayed whether they were read back and the handler was not called
     */
    record Completed(List<RecordOutcome> outcomes, boolean replayed) implements RunResult {

        public Completed {
            outcomes = List.copyOf(outcomes);
        }
    }

    /**
     * It failed.
     *
     * @param stage where
     * @param cause why
     * @param permanent whether trying again is pointless
     */
    record Failed(Stage stage, Throwable cause, boolean permanent) implements RunResult {}

    /** It is somebody else's now. */
    record Abandoned() implements RunResult {}
}
