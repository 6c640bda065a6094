package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.runtime.TopologyProgress.PartitionProgress;
import io.streamsboot.topology.runtime.TopologyProgress.TaskProgress;
import io.streamsboot.topology.runtime.TopologyProgress.ThreadProgress;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.jspecify.annotations.Nullable;

/** Reads what Kafka Streams remembers of its threads, without calling the broker; what it does not know comes from a baseline. */
final class ProgressReader {

    private ProgressReader() {}

    static List<ThreadProgress> threads(KafkaStreams streams, OffsetBaseline baseline) {
        return streams.metadataForLocalThreads().stream()
                .sorted(Comparator.comparing(ThreadMetadata::threadName))
                .map(thread -> new ThreadProgress(
                        thread.threadName(),
                        thread.threadState(),
                        tasks(thread.activeTasks(), baseline),
                        tasks(thread.standbyTasks(), baseline)))
                .toList();
    }

    private static List<TaskProgress> tasks(Set<TaskMetadata> tasks, OffsetBaseline baseline) {
        return tasks.stream()
                .sorted(Comparator.comparing(TaskMetadata::taskId))
                .map(task -> new TaskProgress(
                        task.taskId().toString(),
                        task.topicPartitions().stream()
                                .sorted(Comparator.comparing(TopicPartition::topic)
                                        .thenComparing(TopicPartition::partition))
                                .map(partition -> partition(task, partition, baseline))
                                .toList()))
                .toList();
    }

    private static PartitionProgress partition(TaskMetadata task, TopicPartition partition, OffsetBaseline baseline) {
        Long offset = known(task.committedOffsets().get(partition), baseline.offset(partition));
        Long end = known(task.endOffsets().get(partition), baseline.end(partition));
        if (offset == null || end == null) {
            return new PartitionProgress(partition.topic(), partition.partition(), offset, end, null);
        }
        // A commit passes the markers of a transaction, which the last fetch need not have seen.
        long seen = Math.max(offset, end);
        return new PartitionProgress(partition.topic(), partition.partition(), offset, seen, seen - offset);
    }

    /** Kafka says -1 for what it does not know yet. */
    private static @Nullable Long known(@Nullable Long offset, @Nullable Long before) {
        return offset == null || offset < 0 ? before : offset;
    }

    static Set<TopicPartition> activePartitions(KafkaStreams streams) {
        return streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .flatMap(task -> task.topicPartitions().stream())
                .collect(Collectors.toSet());
    }
}
