package io.streamsboot.topology.runtime.internal;

import io.streamsboot.core.admin.AdminScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Where partitions stood when a topology began to run, asked once from the broker: Kafka Streams itself knows a partition
 * only after its first fetch and its first commit, which a quiet partition may never see.
 *
 * @param offsets committed offsets; an empty partition that was never read counts as read
 * @param ends ends of the partitions
 */
record OffsetBaseline(Map<TopicPartition, Long> offsets, Map<TopicPartition, Long> ends) {

    static final OffsetBaseline UNKNOWN = new OffsetBaseline(Map.of(), Map.of());

    OffsetBaseline {
        offsets = Map.copyOf(offsets);
        ends = Map.copyOf(ends);
    }

    static OffsetBaseline ask(Map<String, Object> config, String group, Set<TopicPartition> partitions)
            throws InterruptedException, ExecutionException {
        ListOffsetsOptions isolation = new ListOffsetsOptions(
                KafkaConfigs.isExactlyOnce(config) ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED);
        try (AdminScope scope = AdminScope.open(KafkaConfigs.admin(config))) {
            Admin admin = scope.admin();
            Map<TopicPartition, Long> ends = offsets(admin, partitions, OffsetSpec.latest(), isolation);
            Map<TopicPartition, Long> committed = new HashMap<>();
            List<TopicPartition> unread = new ArrayList<>();
            Map<TopicPartition, OffsetAndMetadata> known = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
            for (TopicPartition partition : partitions) {
                OffsetAndMetadata offset = known.get(partition);
                if (offset == null) {
                    unread.add(partition);
                } else {
                    committed.put(partition, offset.offset());
                }
            }
            offsets(admin, unread, OffsetSpec.earliest(), isolation).forEach((partition, begin) -> {
                if (begin.equals(ends.get(partition))) {
                    committed.put(partition, begin);
                }
            });
            return new OffsetBaseline(committed, ends);
        }
    }

    @Nullable Long offset(TopicPartition partition) {
        return offsets.get(partition);
    }

    @Nullable Long end(TopicPartition partition) {
        return ends.get(partition);
    }

    private static Map<TopicPartition, Long> offsets(
            Admin admin, Iterable<TopicPartition> partitions, OffsetSpec spec, ListOffsetsOptions isolation)
            throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, spec));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        if (!wanted.isEmpty()) {
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> entry :
                    admin.listOffsets(wanted, isolation).all().get().entrySet()) {
                offsets.put(entry.getKey(), entry.getValue().offset());
            }
        }
        return offsets;
    }
}
