package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.graph.TopologyGraph.Edge;
import io.streamsboot.topology.graph.TopologyGraph.Node;
import io.streamsboot.topology.graph.TopologyGraph.NodeKind;
import io.streamsboot.topology.graph.TopologyGraph.SubTopology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a topology's nodes are to dead letters. Immutable.
 *
 * @param wrapped whether our wrapper sees all processors
 * @param entries processors that follow a source: where the processing of a source record begins and ends
 * @param stateful processors that use stores
 * @param sinks names of sinks by the topics they write
 * @param kept topics whose sources are followed by a processor
 * @param keptPatterns likewise, where topics are found by patterns
 */
record NodeRoles(
        boolean wrapped,
        Set<String> entries,
        Set<String> stateful,
        Map<String, String> sinks,
        Set<String> kept,
        List<Pattern> keptPatterns) {

    static final NodeRoles NONE = new NodeRoles(false, Set.of(), Set.of(), Map.of(), Set.of(), List.of());

    NodeRoles {
        entries = Set.copyOf(entries);
        stateful = Set.copyOf(stateful);
        sinks = Map.copyOf(sinks);
        kept = Set.copyOf(kept);
        keptPatterns = List.copyOf(keptPatterns);
    }

    static NodeRoles of(TopologyGraph graph, boolean wrapped) {
        Set<String> entries = new HashSet<>();
        Set<String> stateful = new HashSet<>();
        Map<String, String> sinks = new HashMap<>();
        Set<String> kept = new HashSet<>();
        List<Pattern> patterns = new ArrayList<>();
        Set<String> internal = graph.internalTopics();
        for (SubTopology part : graph.subTopologies()) {
            Map<String, Node> nodes = part.nodes().stream().collect(Collectors.toMap(Node::name, node -> node));
            for (Edge edge : part.edges()) {
                Node from = nodes.get(edge.from());
                Node to = nodes.get(edge.to());
                if (from == null || to == null || from.kind() != NodeKind.SOURCE || to.kind() != NodeKind.PROCESSOR) {
                    continue;
                }
                entries.add(to.name());
                Pattern pattern = from.pattern();
                if (pattern == null) {
                    from.topics().forEach(topic -> kept.add(internal.contains(topic) ? INTERNAL + topic : topic));
                } else {
                    patterns.add(pattern);
                }
            }
            for (Node node : part.nodes()) {
                if (node.kind() == NodeKind.PROCESSOR && !node.stores().isEmpty()) {
                    stateful.add(node.name());
                } else if (node.kind() == NodeKind.SINK) {
                    node.topics().forEach(topic -> sinks.put(topic, node.name()));
                }
            }
        }
        return new NodeRoles(wrapped, entries, stateful, sinks, kept, patterns);
    }

    /** Marks names that Kafka completes with the application id; no topic's name contains it. */
    private static final String INTERNAL = "<internal>";

    /** Topics whose records are kept while they are processed. */
    Set<String> keptTopics(String application) {
        return wrapped
                ? kept.stream()
                        .map(topic -> topic.replace(INTERNAL, application + "-"))
                        .collect(Collectors.toSet())
                : Set.of();
    }

    @Override
    public List<Pattern> keptPatterns() {
        return wrapped ? keptPatterns : List.of();
    }

    /** The sink that writes a topic, or null if it is not known. */
    @Nullable String sinkOf(String topic, String application) {
        String found = sinks.get(topic);
        String prefix = application + "-";
        return found == null && topic.startsWith(prefix) ? sinks.get(topic.substring(prefix.length())) : found;
    }
}
