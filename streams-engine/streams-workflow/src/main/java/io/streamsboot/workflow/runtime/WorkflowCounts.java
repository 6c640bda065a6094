package io.streamsboot.workflow.runtime;

/**
 * What has happened to records since the start of the workflow, in numbers of records unless said otherwise.
 *
 * @param consumed came in
 * @param succeeded were handled and committed
 * @param deduplicated were read back from their journal, or known as finished, without calling the handler
 * @param retried attempts that failed and were tried again
 * @param dead were set aside
 * @param skipped came to nothing, by the handler or by {@code onError: skip}
 * @param tombstones had no value and a handler that does not take such
 * @param failed attempts that failed
 * @param holds times that a run began to wait for something that was not there
 * @param produced records that were written, dead letters included
 * @param commits commits that went through
 */
public record WorkflowCounts(
        long consumed,
        long succeeded,
        long deduplicated,
        long retried,
        long dead,
        long skipped,
        long tombstones,
        long failed,
        long holds,
        long produced,
        long commits) {}
