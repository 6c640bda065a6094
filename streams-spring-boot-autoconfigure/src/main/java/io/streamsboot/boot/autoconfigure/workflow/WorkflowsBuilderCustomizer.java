package io.streamsboot.boot.autoconfigure.workflow;

import io.streamsboot.workflow.runtime.Workflows;

/** Changes how workflows are built, after the properties and before they start. */
@FunctionalInterface
public interface WorkflowsBuilderCustomizer {

    /**
     * Changes it.
     *
     * @param builder has all workflows and journals already
     */
    void customize(Workflows.Builder builder);
}
