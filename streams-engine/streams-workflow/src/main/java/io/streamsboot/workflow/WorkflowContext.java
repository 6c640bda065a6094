package io.streamsboot.workflow;

import java.util.List;

/**
 * What a handler knows about its run, and where it does its steps. Used by the thread that called the handler.
 *
 * <p>There is no way to pause here: a workflow finishes in one pass.
 */
public interface WorkflowContext extends StepScope {

    /** Id of the run: {@code group:topic:partition:offset:fingerprint}, of a batch with its first and last offset. */
    String runId();

    /** The record, of a batch the first. */
    RecordInfo record();

    /** The records, in the order of the handler's values. */
    List<RecordInfo> records();

    /** Which attempt this is in this process, from 1. */
    int attempt();

    /**
     * A number that grows with each owner of the partition, for calls to systems that can refuse an older one. 0 without a
     * journal.
     */
    long fencingToken();
}
