package io.streamsboot.topology.runtime;

/** Where a managed topology is in its life. */
public enum TopologyState {
    /** Built and checked, never started. */
    CREATED,
    /** Checking the cluster, making the client. */
    STARTING,
    /** Waiting until topics that it reads exist. */
    WAITING_FOR_TOPICS,
    /** Joining its group or taking over partitions. */
    REBALANCING,
    /** Filling state stores from their changelogs. */
    RESTORING,
    /** Processing records. */
    RUNNING,
    /** Failed, and waiting for its next start. */
    RESTARTING,
    /** Failed too often, and left alone until somebody starts it. */
    QUARANTINED,
    /** Closing its threads and clients. */
    STOPPING,
    /** Closed, and can be started again. */
    STOPPED;

    /**
     * Whether a start is wanted and under way or done.
     *
     * @return false for what is not started, stopped or given up
     */
    public boolean isActive() {
        return switch (this) {
            case STARTING, WAITING_FOR_TOPICS, REBALANCING, RESTORING, RUNNING, RESTARTING -> true;
            case CREATED, QUARANTINED, STOPPING, STOPPED -> false;
        };
    }
}
