package io.streamsboot.workflow.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What can be seen of a workflow. It is at most a moment old. Immutable.
 *
 * @param id id of the workflow
 * @param state what it is doing
 * @param failure why it failed or waits, or null
 * @param partitions the partitions in the hands of this process
 * @param work what is under way
 * @param counts what has happened
 */
public record WorkflowStatus(
        String id,
        WorkflowState state,
        @Nullable String failure,
        List<PartitionStatus> partitions,
        InProgress work,
        WorkflowCounts counts) {

    public WorkflowStatus {
        partitions = List.copyOf(partitions);
    }

    /**
     * What is under way.
     *
     * @param running runs in flight
     * @param retrying runs that wait for another attempt
     * @param held how many records are held, by reason
     * @param oldestAge age of the oldest record that is not finished; zero if there is none
     */
    public record InProgress(int running, int retrying, Map<String, Integer> held, Duration oldestAge) {

        public InProgress {
            held = Map.copyOf(held);
        }
    }

    static WorkflowStatus stopped(String id) {
        return new WorkflowStatus(
                id,
                WorkflowState.STOPPED,
                null,
                List.of(),
                new InProgress(0, 0, Map.of(), Duration.ZERO),
                new WorkflowCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** Records behind the end in all its partitions; -1 if that is not known of one of them. */
    public long lag() {
        long sum = 0;
        for (PartitionStatus partition : partitions) {
            if (partition.lag() < 0) {
                return -1;
            }
            sum += partition.lag();
        }
        return sum;
    }
}
