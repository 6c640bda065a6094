package io.streamsboot.pipeline.host;

import io.streamsboot.topology.runtime.TopologyState;

/** Where a build is in its life. A stream has no success: it runs until it is stopped or fails. */
public enum BuildStatus {
    /** It will process records: it waits for topics or partitions, fills its stores, or is started again after a failure. */
    STARTING,
    /** It processes records, or is about to end. */
    RUNNING,
    /** It was stopped in order, or is not to start with the application. */
    STOPPED,
    /** It cannot be run, or failed too often. */
    FAILED;

    /**
     * The status of a pipeline by the state of its topology.
     *
     * @param state state of the topology
     * @param autoStartup whether it starts with the application
     * @return its status
     */
    public static BuildStatus of(TopologyState state, boolean autoStartup) {
        return switch (state) {
            case CREATED -> autoStartup ? STARTING : STOPPED;
            case STARTING, WAITING_FOR_TOPICS, REBALANCING, RESTORING, RESTARTING -> STARTING;
            case RUNNING, STOPPING -> RUNNING;
            case STOPPED -> STOPPED;
            case QUARANTINED -> FAILED;
        };
    }
}
