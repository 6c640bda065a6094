package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.Order;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes records into their partition's ledger and lines up what is to be done about them. Belongs to the core thread. */
final class Intake {

    private final WorkflowDefinition definition;
    private final Order order;
    private final Verdicts verdicts;
    private final WindowBuilder windows;
    private final Counters counters;

    Intake(WorkflowDefinition definition, Verdicts verdicts, WindowBuilder windows, Counters counters) {
        this.definition = definition;
        this.order = definition.options().concurrency().order();
        this.verdicts = verdicts;
        this.windows = windows;
        this.counters = counters;
    }

    /** Records came, in the order of their offsets. */
    void polled(Partition partition, List<ConsumerRecord<byte[], byte[]>> records, long position, long now) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            counters.consumed.increment();
            int before = partition.book().size();
            if (!partition.book().add(record.offset())) {
                counters.deduplicated.increment();
                partition.uncommitted.addAndGet(partition.book().size() - before - 1L);
                partition.uncommittedBytes.addAndGet(-Partition.size(record));
                continue;
            }
            if (partition.draining) {
                continue;
            }
            if (record.value() == null && !definition.takesTombstones()) {
                counters.tombstones.increment();
                Work work = new Work(partition, List.of(record), null, Set.of(), now);
                work.passed = true;
                partition.works.add(work);
                windows.finished(work);
            } else if (definition.isBatch()) {
                partition.batches.arrived(record);
            } else {
                Work work = new Work(partition, List.of(record), null, Partition.lanes(order, record), now);
                partition.works.add(work);
                partition.enqueue(work);
            }
        }
        partition.book().position(position);
    }

    /** Records of batches are decoded, or their failure is known. */
    void decoded(Partition partition, List<Decoded> records, long now) {
        for (Decoded each : records) {
            Throwable failure = each.failure();
            if (failure == null) {
                partition.batches.decoded(each.record(), each.value(), now);
            } else {
                Work work = new Work(partition, List.of(each.record()), null, Set.of(), now);
                work.passed = true;
                partition.works.add(work);
                verdicts.undecodable(work, failure);
                windows.finished(work);
            }
            partition.batches.decodedTo(each.record().offset());
        }
    }
}
