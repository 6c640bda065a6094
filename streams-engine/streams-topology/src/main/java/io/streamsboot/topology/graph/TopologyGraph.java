package io.streamsboot.topology.graph;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/**
 * A topology as data: what reads which topics, what follows what, which stores are used. Immutable.
 *
 * @param subTopologies parts that are connected only by topics, in Kafka's order
 * @param globalStores stores that every instance fills with the whole of a topic
 */
public record TopologyGraph(List<SubTopology> subTopologies, List<GlobalStore> globalStores) {

    public TopologyGraph {
        subTopologies = List.copyOf(subTopologies);
        globalStores = List.copyOf(globalStores);
    }

    /** What a node does. */
    public enum NodeKind {
        /** Reads topics. */
        SOURCE,
        /** Processes records. */
        PROCESSOR,
        /** Writes to a topic. */
        SINK
    }

    /**
     * One node.
     *
     * @param name name of the node, unique in the topology
     * @param kind what it does
     * @param topics topics that it reads or writes; a pattern or an extractor is shown as text
     * @param stores stores that it uses
     */
    public record Node(String name, NodeKind kind, List<String> topics, List<String> stores) {
        public Node {
            topics = List.copyOf(topics);
            stores = List.copyOf(stores);
        }

        /**
         * The pattern by which a source finds its topics.
         *
         * @return the pattern, or null if topics are named
         */
        public @Nullable Pattern pattern() {
            return kind == NodeKind.SOURCE && topics.size() == 1 ? TopologyGraphs.pattern(topics.get(0)) : null;
        }
    }

    /**
     * A connection inside a sub-topology.
     *
     * @param from name of the node that forwards
     * @param to name of the node that receives
     */
    public record Edge(String from, String to) {}

    /**
     * Nodes that run in the same tasks.
     *
     * @param id number that a task's id begins with
     * @param nodes its nodes
     * @param edges their connections
     */
    public record SubTopology(int id, List<Node> nodes, List<Edge> edges) {
        public SubTopology {
            nodes = List.copyOf(nodes);
            edges = List.copyOf(edges);
        }
    }

    /**
     * A global store.
     *
     * @param name name of the store
     * @param topic topic that fills it
     */
    public record GlobalStore(String name, String topic) {}

    /**
     * Reads a topology.
     *
     * @param topology the topology
     * @return its graph
     */
    public static TopologyGraph of(Topology topology) {
        return TopologyGraphs.read(topology.describe());
    }

    /**
     * Topics read by name that others must provide: sources and global stores, without internal topics.
     *
     * @return names in alphabetical order
     */
    public Set<String> sourceTopics() {
        Set<String> names = topics(NodeKind.SOURCE);
        names.removeAll(internalTopics());
        globalStores.stream().map(GlobalStore::topic).forEach(names::add);
        return names;
    }

    /**
     * Topics written by name, without internal topics.
     *
     * @return names in alphabetical order
     */
    public Set<String> sinkTopics() {
        Set<String> names = topics(NodeKind.SINK);
        names.removeAll(internalTopics());
        return names;
    }

    /**
     * Topics by which Kafka Streams connects the sub-topologies, without the prefix of the application id.
     *
     * @return names in alphabetical order
     */
    public Set<String> internalTopics() {
        Set<String> written = topics(NodeKind.SINK);
        return topics(NodeKind.SOURCE).stream()
                .filter(written::contains)
                .filter(TopologyGraphs::isInternal)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Names of all stores, global ones included.
     *
     * @return names in alphabetical order
     */
    public Set<String> stores() {
        return Stream.concat(
                        nodes().flatMap(node -> node.stores().stream()),
                        globalStores.stream().map(GlobalStore::name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Whether some source reads topics by a pattern.
     *
     * @return whether the set of topics is open
     */
    public boolean readsByPattern() {
        return nodes().filter(node -> node.kind() == NodeKind.SOURCE)
                .flatMap(node -> node.topics().stream())
                .anyMatch(TopologyGraphs::isPattern);
    }

    /**
     * All nodes of all sub-topologies.
     *
     * @return the nodes in Kafka's order
     */
    public Stream<Node> nodes() {
        return subTopologies.stream().flatMap(part -> part.nodes().stream());
    }

    /**
     * A flowchart in Mermaid's language: a box for each sub-topology, topics as rounded boxes, stores as cylinders.
     *
     * @return the text
     */
    public String mermaid() {
        return new MermaidWriter(this).write();
    }

    private Set<String> topics(NodeKind kind) {
        return nodes().filter(node -> node.kind() == kind)
                .flatMap(node -> node.topics().stream())
                .filter(topic -> !TopologyGraphs.isPattern(topic))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
