package io.streamsboot.boot.health;

import io.streamsboot.workflow.runtime.PartitionStatus;
import io.streamsboot.workflow.runtime.WorkflowState;
import io.streamsboot.workflow.runtime.WorkflowStatus;
import io.streamsboot.workflow.runtime.Workflows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of all workflows, from memory: down if one has failed or is recovering, out of service while one does not work
 * yet, otherwise up. Details say what is held, and which partitions have paused.
 */
public final class WorkflowsHealthIndicator implements HealthIndicator {

    private final Workflows workflows;

    /**
     * A new indicator.
     *
     * @param workflows the workflows
     */
    public WorkflowsHealthIndicator(Workflows workflows) {
        this.workflows = workflows;
    }

    @Override
    public Health health() {
        Status worst = Status.UP;
        Map<String, Object> details = new LinkedHashMap<>();
        for (String id : workflows.ids()) {
            WorkflowStatus status = workflows.status(id);
            if (status != null) {
                Status own = statusOf(status.state());
                if (own.equals(Status.DOWN) || worst.equals(Status.UP)) {
                    worst = own;
                }
                details.put(id, describe(status));
            }
        }
        return Health.status(worst).withDetails(details).build();
    }

    private static Status statusOf(WorkflowState state) {
        return switch (state) {
            case RUNNING, PAUSED -> Status.UP;
            case FAILED, RECOVERING -> Status.DOWN;
            case STARTING, WAITING_FOR_TOPICS, STOPPED -> Status.OUT_OF_SERVICE;
        };
    }

    private static Map<String, Object> describe(WorkflowStatus status) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("state", status.state().name());
        String failure = status.failure();
        if (failure != null) {
            details.put("failure", failure);
        }
        if (!status.work().held().isEmpty()) {
            details.put("held", status.work().held());
        }
        List<Integer> paused = status.partitions().stream()
                .filter(PartitionStatus::paused)
                .map(PartitionStatus::partition)
                .toList();
        if (!paused.isEmpty()) {
            details.put("pausedPartitions", paused);
        }
        return details;
    }
}
