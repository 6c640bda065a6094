package io.streamsboot.topology.runtime;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topology at one moment, from memory. Immutable.
 *
 * @param state where it is in its life
 * @param since when it got there
 * @param generation number of its current or last client, from 1; 0 before the first
 * @param failures failures in a row
 * @param failure what last went wrong, or null
 * @param nextStart when it is started again, or null
 * @param missingTopics topics that it waits for
 */
public record TopologyStatus(
        TopologyState state,
        Instant since,
        long generation,
        int failures,
        @Nullable TopologyFailure failure,
        @Nullable Instant nextStart,
        List<String> missingTopics) {

    public TopologyStatus {
        missingTopics = List.copyOf(missingTopics);
    }
}
