package io.streamsboot.topology.runtime;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A topology went from one state to another.
 *
 * @param topology name of the topology
 * @param from state that it left
 * @param to state that it is in
 * @param generation number of its current client, from 1; 0 before the first
 * @param failure what last went wrong, or null
 * @param at when it happened
 */
public record TopologyStateChange(
        String topology,
        TopologyState from,
        TopologyState to,
        long generation,
        @Nullable TopologyFailure failure,
        Instant at) {}
