package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.observe.WorkflowObserver;

/**
 * Who is told what happens.
 *
 * @param probe is told where runs are, and may end them
 * @param observer is told what is done, and only looks
 */
public record Hooks(Probe probe, WorkflowObserver observer) {

    /** Nobody. */
    public static final Hooks NONE = new Hooks(Probe.NONE, WorkflowObserver.NONE);
}
