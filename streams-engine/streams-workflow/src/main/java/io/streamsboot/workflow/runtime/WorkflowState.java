package io.streamsboot.workflow.runtime;

/** What a workflow is doing. */
public enum WorkflowState {
    /** It was not started, or was stopped. */
    STOPPED,
    /** It looks at the cluster before it begins. */
    STARTING,
    /** A topic that it needs does not exist. */
    WAITING_FOR_TOPICS,
    /** It works. */
    RUNNING,
    /** Somebody has asked it to take no more records. */
    PAUSED,
    /** Its consumer has failed and is being replaced. */
    RECOVERING,
    /** It has ended because of a failure. */
    FAILED
}
