package io.streamsboot.graph;

import java.util.Map;

/**
 * The state of a graph, taken apart.
 *
 * @param fingerprint hash of the graph that saved it
 * @param epochNanos time of its last step
 * @param nodes state of each node that has some, by the identity of the node
 */
public record SavedState(String fingerprint, long epochNanos, Map<Long, NodeState> nodes) {

    /** Copies the map. */
    public SavedState {
        nodes = Map.copyOf(nodes);
    }

    /**
     * State of one node.
     *
     * @param timer time for which its timer is set, or {@link Long#MAX_VALUE}
     * @param bytes what its operator wrote; not copied
     */
    public record NodeState(long timer, byte[] bytes) {}
}
