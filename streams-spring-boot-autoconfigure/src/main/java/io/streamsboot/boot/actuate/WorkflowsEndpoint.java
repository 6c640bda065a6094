package io.streamsboot.boot.actuate;

import io.streamsboot.workflow.runtime.WorkflowStatus;
import io.streamsboot.workflow.runtime.Workflows;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Endpoint that shows durable workflows, from memory, and pauses and resumes them. Read-only unless
 * {@code management.endpoint.streamsworkflows.access} says otherwise.
 */
@Endpoint(id = "streamsworkflows", defaultAccess = Access.READ_ONLY)
public class WorkflowsEndpoint {

    private final Workflows workflows;

    /**
     * A new endpoint.
     *
     * @param workflows the workflows to show
     */
    public WorkflowsEndpoint(Workflows workflows) {
        this.workflows = workflows;
    }

    /** What is to be done. */
    public enum Action {
        /** Take no more records. */
        PAUSE,
        /** Take records again. */
        RESUME
    }

    /**
     * A workflow with its lag.
     *
     * @param status what it is doing
     * @param lag records behind the end; -1 if that is not known
     */
    public record WorkflowDescriptor(WorkflowStatus status, long lag) {}

    /**
     * All workflows.
     *
     * @param workflows each by its id
     */
    public record WorkflowsDescriptor(Map<String, WorkflowDescriptor> workflows) {}

    /** All workflows. */
    @ReadOperation
    public WorkflowsDescriptor workflows() {
        Map<String, WorkflowDescriptor> all = new TreeMap<>();
        for (String id : workflows.ids()) {
            WorkflowDescriptor found = workflow(id);
            if (found != null) {
                all.put(id, found);
            }
        }
        return new WorkflowsDescriptor(all);
    }

    /**
     * One workflow.
     *
     * @return null if there is none of that id, which the web answers with 404
     */
    @ReadOperation
    public @Nullable WorkflowDescriptor workflow(@Selector String id) {
        WorkflowStatus status = workflows.status(id);
        return status == null ? null : new WorkflowDescriptor(status, status.lag());
    }

    /**
     * Pauses or resumes a workflow.
     *
     * @return the workflow; null if there is none of that id, or it was not started
     */
    @WriteOperation
    public @Nullable WorkflowDescriptor change(@Selector String id, Action action) {
        boolean done = action == Action.PAUSE ? workflows.pause(id) : workflows.resume(id);
        return done ? workflow(id) : null;
    }
}
