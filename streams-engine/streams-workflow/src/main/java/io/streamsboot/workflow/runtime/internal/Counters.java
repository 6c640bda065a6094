package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.runtime.WorkflowCounts;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to records. Thread-safe. */
final class Counters {

    final LongAdder consumed = new LongAdder();
    final LongAdder succeeded = new LongAdder();
    final LongAdder deduplicated = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder dead = new LongAdder();
    final LongAdder skipped = new LongAdder();
    final LongAdder tombstones = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder holds = new LongAdder();
    final LongAdder produced = new LongAdder();
    final LongAdder commits = new LongAdder();

    WorkflowCounts snapshot() {
        return new WorkflowCounts(
                consumed.sum(),
                succeeded.sum(),
                deduplicated.sum(),
                retried.sum(),
                dead.sum(),
                skipped.sum(),
                tombstones.sum(),
                failed.sum(),
                holds.sum(),
                produced.sum(),
                commits.sum());
    }
}
