package io.streamsboot.topology.runtime;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a topology's threads work on at one moment, from memory: Kafka's own view of its threads, without a call to the
 * broker. Immutable.
 *
 * @param threads its stream threads
 * @param restores restores that are under way
 * @param nodes records and failures by node, empty if nodes are not counted
 */
public record TopologyProgress(
        List<ThreadProgress> threads, List<RestoreProgress> restores, Map<String, NodeCount> nodes) {

    /** Nothing runs. */
    public static final TopologyProgress NONE = new TopologyProgress(List.of(), List.of(), Map.of());

    public TopologyProgress {
        threads = List.copyOf(threads);
        restores = List.copyOf(restores);
        nodes = Map.copyOf(nodes);
    }

    /**
     * One stream thread.
     *
     * @param name name of the thread
     * @param state Kafka's name of its state
     * @param activeTasks tasks that it processes
     * @param standbyTasks tasks of which it keeps a copy
     */
    public record ThreadProgress(
            String name, String state, List<TaskProgress> activeTasks, List<TaskProgress> standbyTasks) {
        public ThreadProgress {
            activeTasks = List.copyOf(activeTasks);
            standbyTasks = List.copyOf(standbyTasks);
        }
    }

    /**
     * One task.
     *
     * @param id sub-topology and partition, as {@code 0_3}
     * @param partitions what it reads
     */
    public record TaskProgress(String id, List<PartitionProgress> partitions) {
        public TaskProgress {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * One partition of a task.
     *
     * @param topic name of the topic
     * @param partition number of the partition
     * @param offset offset of the next record after the last commit, or null if it is not known yet
     * @param endOffset end of the partition at the last fetch, or when the topology began to run; null if it is not known yet
     * @param lag records from the last commit to the end, or null if it is not known
     */
    public record PartitionProgress(
            String topic,
            int partition,
            @Nullable Long offset,
            @Nullable Long endOffset,
            @Nullable Long lag) {}

    /**
     * One store that is being filled from its changelog.
     *
     * @param store name of the store
     * @param topic name of the changelog
     * @param partition number of the partition
     * @param startOffset where it began
     * @param endOffset where it ends
     * @param restored records restored so far
     */
    public record RestoreProgress(
            String store, String topic, int partition, long startOffset, long endOffset, long restored) {}

    /**
     * What a node did since the application started, all generations together.
     *
     * @param records records that arrived
     * @param failures records at which it threw
     */
    public record NodeCount(long records, long failures) {}

    /**
     * The sum of all known lags of active tasks.
     *
     * @return records, or null if there is no active task or the lag of some partition is not known
     */
    public @Nullable Long totalLag() {
        boolean active = false;
        long sum = 0;
        for (ThreadProgress thread : threads) {
            for (TaskProgress task : thread.activeTasks()) {
                active = true;
                for (PartitionProgress partition : task.partitions()) {
                    Long lag = partition.lag();
                    if (lag == null) {
                        return null;
                    }
                    sum += lag;
                }
            }
        }
        return active ? Long.valueOf(sum) : null;
    }
}
