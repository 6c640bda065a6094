package io.streamsboot.topology.query;

import java.time.Duration;
import java.util.Set;
import org.apache.kafka.streams.state.HostInfo;

/** How other instances are asked. Implementations are thread-safe. */
@FunctionalInterface
public interface QueryPeers {

    /**
     * Asks another instance for partitions that it should hold; it must not ask anybody in turn. Nothing is thrown: what
     * goes wrong is a {@link QueryResult.NotReady}.
     *
     * @param peer address of the instance, from the group's metadata: anybody in the group can have written it
     * @param request the question, with keys as {@link TextKey#serialized()}
     * @param partitions the partitions
     * @param timeout how long it may take
     * @return what the instance says
     */
    QueryResult ask(HostInfo peer, QueryRequest request, Set<Integer> partitions, Duration timeout);
}
