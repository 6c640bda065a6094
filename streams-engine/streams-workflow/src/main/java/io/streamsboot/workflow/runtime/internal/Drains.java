package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/** Partitions that are being given up, until nothing of them is under way any more. Belongs to the core thread. */
final class Drains {

    private final Delivery delivery;
    private final List<Drain> drains = new ArrayList<>();

    private record Drain(List<Partition> partitions, long deadline, Consumer<Map<TopicPartition, Commit>> done) {}

    Drains(Delivery delivery) {
        this.delivery = delivery;
    }

    void add(List<Partition> partitions, long deadline, Consumer<Map<TopicPartition, Commit>> done) {
        drains.add(new Drain(partitions, deadline, done));
    }

    /**
     * Ends those that can end. One with a partition in a window that is under way cannot, however late it is.
     *
     * @param inWindow whether a partition is in the window that is under way
     * @param busy whether it is worth to wait for a partition
     * @param drop gives a partition up
     */
    void check(long now, Predicate<Partition> inWindow, Predicate<Partition> busy, Consumer<Partition> drop) {
        for (Drain drain : List.copyOf(drains)) {
            boolean late = now - drain.deadline() >= 0;
            boolean waits = drain.partitions().stream().anyMatch(inWindow)
                    || (!late && drain.partitions().stream().anyMatch(busy));
            if (!waits) {
                drains.remove(drain);
                Map<TopicPartition, Commit> left = new LinkedHashMap<>();
                for (Partition partition : drain.partitions()) {
                    OffsetLedger ledger = partition.dropped ? null : partition.ledger;
                    Commit commit = ledger == null ? null : ledger.commit();
                    if (commit != null && delivery == Delivery.AT_LEAST_ONCE) {
                        left.put(partition.id(), commit);
                    }
                    if (!partition.dropped) {
                        drop.accept(partition);
                    }
                }
                drain.done().accept(left);
            }
        }
    }
}
