package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.runtime.PartitionStatus;
import io.streamsboot.workflow.runtime.WorkflowState;
import io.streamsboot.workflow.runtime.WorkflowStatus;
import io.streamsboot.workflow.runtime.WorkflowStatus.InProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where the status is put for others to read. {@link #publish} belongs to the core thread, the rest to anybody. */
final class StatusBoard {

    private final WorkflowDefinition definition;
    private final Counters counters;
    private volatile WorkflowState state = WorkflowState.STOPPED;
    private volatile @Nullable String failure;
    private volatile List<PartitionStatus> partitions = List.of();
    private volatile InProgress work = new InProgress(0, 0, Map.of(), Duration.ZERO);
    private volatile @Nullable HoldLog holds;

    StatusBoard(WorkflowDefinition definition, Counters counters) {
        this.definition = definition;
        this.counters = counters;
    }

    void bind(HoldLog log) {
        this.holds = log;
    }

    void state(WorkflowState now, @Nullable String why) {
        failure = why;
        state = now;
    }

    void paused(boolean paused) {
        if (state == (paused ? WorkflowState.RUNNING : WorkflowState.PAUSED)) {
            state = paused ? WorkflowState.PAUSED : WorkflowState.RUNNING;
        }
    }

    void publish(@Nullable Core core) {
        HoldLog log = holds;
        if (core == null || log == null) {
            return;
        }
        List<PartitionStatus> seen = new ArrayList<>();
        int retrying = 0;
        long oldest = Long.MAX_VALUE;
        long now = System.nanoTime();
        for (Partition partition : core.partitions()) {
            OffsetLedger ledger = partition.ledger;
            long committed = ledger == null ? -1 : ledger.committed();
            long position = ledger == null ? -1 : ledger.position();
            long end = Math.max(partition.end, position);
            seen.add(new PartitionStatus(
                    partition.id().partition(),
                    partition.epoch(),
                    committed,
                    position,
                    partition.end < 0 ? -1 : end - Math.max(0, committed),
                    partition.uncommitted.get(),
                    partition.running,
                    partition.held,
                    partition.paused));
            retrying += partition.retrying;
            Work first = partition.works.first();
            oldest = first == null ? oldest : Math.min(oldest, first.since());
        }
        partitions = List.copyOf(seen);
        work = new InProgress(
                core.running(),
                retrying,
                log.reasons(),
                oldest == Long.MAX_VALUE ? Duration.ZERO : Duration.ofNanos(now - oldest));
    }

    WorkflowStatus status() {
        return new WorkflowStatus(definition.id(), state, failure, partitions, work, counters.snapshot());
    }
}
