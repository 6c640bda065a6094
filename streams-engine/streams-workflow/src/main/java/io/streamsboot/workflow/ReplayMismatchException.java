package io.streamsboot.workflow;

import org.jspecify.annotations.Nullable;

/** What the journal has for a step is not what the handler asks for: another kind of step, or an unreadable result. */
public final class ReplayMismatchException extends WorkflowException {

    private static final long serialVersionUID = 1L;

    public ReplayMismatchException(String runId, String step, String reason, @Nullable Throwable cause) {
        super(
                "Step " + step + " of run " + runId + " does not match its journal: " + reason + ".",
                "Give a step whose result changes another name, or choose by onReplayMismatch what such runs do.",
                cause);
    }
}
