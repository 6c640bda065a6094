package io.streamsboot.workflow.run.internal;

/** Unwinds a run that is no longer ours. An Error, so that a handler that catches exceptions does not hold it up. */
final class RunAbandoned extends Error {

    private static final long serialVersionUID = 1L;

    RunAbandoned() {
        super("the run was given up", null, false, false);
    }
}
