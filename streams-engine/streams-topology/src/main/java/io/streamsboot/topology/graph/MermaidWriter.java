package io.streamsboot.topology.graph;

import io.streamsboot.topology.graph.TopologyGraph.Edge;
import io.streamsboot.topology.graph.TopologyGraph.GlobalStore;
import io.streamsboot.topology.graph.TopologyGraph.Node;
import io.streamsboot.topology.graph.TopologyGraph.NodeKind;
import io.streamsboot.topology.graph.TopologyGraph.SubTopology;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a graph as a Mermaid flowchart. Names appear only inside quoted labels, identifiers are numbered. */
final class MermaidWriter {

    private final TopologyGraph graph;
    private final StringBuilder out = new StringBuilder("flowchart LR\n");
    private final Map<String, String> topics = new LinkedHashMap<>();
    private final Map<String, String> stores = new LinkedHashMap<>();
    private final Map<String, String> nodes = new LinkedHashMap<>();

    MermaidWriter(TopologyGraph graph) {
        this.graph = graph;
    }

    String write() {
        graph.subTopologies().forEach(this::part);
        for (GlobalStore store : graph.globalStores()) {
            line(1, topic(store.topic()) + " --> " + store(store.name()));
        }
        graph.nodes().forEach(this::links);
        topics.forEach((name, id) -> line(1, id + "([\"" + label(name) + "\"])"));
        stores.forEach((name, id) -> line(1, id + "[(\"" + label(name) + "\")]"));
        return out.toString();
    }

    private void part(SubTopology part) {
        line(1, "subgraph s" + part.id() + "[\"sub-topology " + part.id() + "\"]");
        for (Node node : part.nodes()) {
            line(2, node(node.name()) + "[\"" + label(node.name()) + "\"]");
        }
        for (Edge edge : part.edges()) {
            line(2, node(edge.from()) + " --> " + node(edge.to()));
        }
        line(1, "end");
    }

    private void links(Node node) {
        for (String topic : node.topics()) {
            line(
                    1,
                    node.kind() == NodeKind.SINK
                            ? node(node.name()) + " --> " + topic(topic)
                            : topic(topic) + " --> " + node(node.name()));
        }
        for (String store : node.stores()) {
            line(1, node(node.name()) + " --- " + store(store));
        }
    }

    private String topic(String name) {
        return topics.computeIfAbsent(name, key -> "t" + topics.size());
    }

    private String store(String name) {
        return stores.computeIfAbsent(name, key -> "d" + stores.size());
    }

    private String node(String name) {
        return nodes.computeIfAbsent(name, key -> "n" + nodes.size());
    }

    private void line(int depth, String text) {
        out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private static String label(String text) {
        return text.replace("\"", "#quot;").replace("<", "#lt;").replace(">", "#gt;");
    }
}
