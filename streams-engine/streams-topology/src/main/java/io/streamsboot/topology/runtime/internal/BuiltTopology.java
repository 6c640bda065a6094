package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.deadletter.internal.DeadLetterEngine;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.graph.TopologyGraph.Node;
import io.streamsboot.topology.graph.TopologyGraph.NodeKind;
import io.streamsboot.topology.runtime.TopologySpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.Topology;

/**
 * A topology that was built and checked.
 *
 * @param spec what it was built from
 * @param topology what Kafka runs; reused by every generation
 * @param graph what it does
 * @param counters where its nodes count
 * @param engine what sets its failed records aside
 * @param counted whether all its nodes count
 * @param limitations what is off, as text
 * @param serdes what its definition says about the entries of its stores
 */
record BuiltTopology(
        TopologySpec spec,
        Topology topology,
        TopologyGraph graph,
        NodeCounters counters,
        DeadLetterEngine engine,
        boolean counted,
        List<String> limitations,
        List<StoreSerdes> serdes) {

    BuiltTopology {
        limitations = List.copyOf(limitations);
        serdes = List.copyOf(serdes);
    }

    static Set<String> processors(TopologyGraph graph) {
        return graph.nodes()
                .filter(node -> node.kind() == NodeKind.PROCESSOR)
                .map(Node::name)
                .collect(Collectors.toSet());
    }
}
