package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.options.Order;
import io.streamsboot.workflow.options.WorkflowOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Starts runs, as many at a time as there may be, and counts those in flight. Belongs to the core thread. */
final class Dispatch {

    private static final int MIN_ENOUGH = 1_000;
    private static final int DECODE_CHUNK = 512;

    private final WorkflowDefinition definition;
    private final WorkflowOptions options;
    private final CoreActions actions;
    private final Counters counters;
    private final HoldLog holds;
    private int running;

    Dispatch(WorkflowDefinition definition, CoreActions actions, Counters counters, HoldLog holds) {
        this.definition = definition;
        this.options = definition.options();
        this.actions = actions;
        this.counters = counters;
        this.holds = holds;
    }

    int running() {
        return running;
    }

    void start(Collection<Partition> partitions) {
        int most = options.concurrency().maxConcurrency();
        boolean started = true;
        while (started && running < most) {
            started = false;
            for (Partition partition : partitions) {
                if (running < most && isOpen(partition) && partition.held < most) {
                    started |= startOne(partition);
                }
            }
        }
        for (Partition partition : partitions) {
            look(partition);
        }
    }

    /** Finds out whether it is worth to take more in. */
    void look(Partition partition) {
        partition.saturated = isSaturated(partition);
    }

    /** Whether it has a lot to do, and enough of that could begin at once: what else comes would have to wait. */
    private boolean isSaturated(Partition partition) {
        int most = options.concurrency().maxConcurrency();
        long enough = Math.max(MIN_ENOUGH, most);
        if (definition.isBatch()) {
            return partition.batches.size()
                    >= Math.max(enough, 4L * options.batch().maxBatchSize());
        }
        boolean ordered = options.concurrency().order() == Order.PARTITION;
        return partition.works.size() >= enough && (ordered || partition.ready.size() >= Math.max(1, most / 4));
    }

    private static boolean isOpen(Partition partition) {
        return partition.open && !partition.draining && !partition.behind;
    }

    private boolean startOne(Partition partition) {
        Work work = definition.isBatch() ? nextBatch(partition) : partition.ready.poll();
        if (work == null) {
            return false;
        }
        work.state = Work.State.RUNNING;
        running++;
        partition.running++;
        actions.attempt(work);
        return true;
    }

    private @Nullable Work nextBatch(Partition partition) {
        Work again = partition.ready.poll();
        if (again != null) {
            return again;
        }
        BatchFormer batches = partition.batches;
        if (!batches.decoding) {
            List<ConsumerRecord<byte[], byte[]>> chunk = batches.takeUndecoded(DECODE_CHUNK);
            if (!chunk.isEmpty()) {
                batches.decoding = true;
                actions.decode(partition, chunk);
            }
        }
        long now = actions.nanoTime();
        Work batch = batches.next(options, now);
        if (batch != null) {
            partition.works.add(batch);
        } else if (batches.waitingSince() >= 0 && batches.lingerUntil < now) {
            Duration linger = options.batch().batchLinger();
            if (!linger.isZero()) {
                batches.lingerUntil = now + linger.toNanos();
                actions.pumpAfter(linger.plusMillis(1));
            }
        }
        return batch;
    }

    /** A run waits for something that is not there. It does not count as in flight until it goes on. */
    void held(Work work, String reason, Throwable cause) {
        if (work.state == Work.State.RUNNING && !work.partition().dropped) {
            holds.held(work, reason, cause);
            if (work.heldFor == null) {
                counters.holds.increment();
                running--;
                work.partition().running--;
                work.partition().held++;
            }
            work.heldFor = reason;
        }
    }

    /** A run that waited goes on. */
    void released(Work work) {
        if (work.heldFor != null && work.state == Work.State.RUNNING) {
            holds.released(work);
            work.heldFor = null;
            running++;
            work.partition().running++;
            work.partition().held--;
        }
    }

    /** An attempt has ended. */
    void ended(Work work) {
        if (work.heldFor == null) {
            running--;
            work.partition().running--;
        } else {
            work.partition().held--;
            work.heldFor = null;
            holds.released(work);
        }
    }
}
