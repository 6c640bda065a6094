package io.streamsboot.topology.graph;

import io.streamsboot.topology.graph.TopologyGraph.Edge;
import io.streamsboot.topology.graph.TopologyGraph.GlobalStore;
import io.streamsboot.topology.graph.TopologyGraph.Node;
import io.streamsboot.topology.graph.TopologyGraph.NodeKind;
import io.streamsboot.topology.graph.TopologyGraph.SubTopology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.streams.TopologyDescription;
import org.jspecify.annotations.Nullable;

/** Reads Kafka's description of a topology. */
final class TopologyGraphs {

    private static final String PATTERN = "pattern:";
    private static final String EXTRACTOR = "extractor:";
    private static final List<String> INTERNAL_SUFFIXES =
            List.of("-repartition", "-subscription-registration-topic", "-subscription-response-topic");

    private TopologyGraphs() {}

    static TopologyGraph read(TopologyDescription description) {
        List<SubTopology> parts = description.subtopologies().stream()
                .sorted(Comparator.comparingInt(TopologyDescription.Subtopology::id))
                .map(TopologyGraphs::part)
                .toList();
        List<GlobalStore> globals = description.globalStores().stream()
                .sorted(Comparator.comparingInt(TopologyDescription.GlobalStore::id))
                .flatMap(store -> store.source().topicSet().stream()
                        .flatMap(
                                topic -> store.processor().stores().stream().map(name -> new GlobalStore(name, topic))))
                .toList();
        return new TopologyGraph(parts, globals);
    }

    static boolean isInternal(String topic) {
        return INTERNAL_SUFFIXES.stream().anyMatch(topic::endsWith);
    }

    /** Whether a node's topic is a way to find topics rather than the name of one. */
    static boolean isPattern(String topic) {
        return topic.startsWith(PATTERN) || topic.startsWith(EXTRACTOR);
    }

    static @Nullable Pattern pattern(String topic) {
        return topic.startsWith(PATTERN) ? Pattern.compile(topic.substring(PATTERN.length())) : null;
    }

    private static SubTopology part(TopologyDescription.Subtopology part) {
        List<Node> nodes = new ArrayList<>();
        List<Edge> edges = new ArrayList<>();
        for (TopologyDescription.Node node : part.nodes()) {
            nodes.add(node(node));
            node.successors().stream()
                    .map(TopologyDescription.Node::name)
                    .sorted()
                    .forEach(next -> edges.add(new Edge(node.name(), next)));
        }
        return new SubTopology(part.id(), nodes, edges);
    }

    private static Node node(TopologyDescription.Node node) {
        if (node instanceof TopologyDescription.Source source) {
            List<String> topics = source.topicSet() == null
                    ? List.of(PATTERN + source.topicPattern())
                    : List.copyOf(new TreeSet<>(source.topicSet()));
            return new Node(node.name(), NodeKind.SOURCE, topics, List.of());
        }
        if (node instanceof TopologyDescription.Sink sink) {
            String topic = sink.topic() == null ? EXTRACTOR + sink.topicNameExtractor() : sink.topic();
            return new Node(node.name(), NodeKind.SINK, List.of(topic), List.of());
        }
        if (node instanceof TopologyDescription.Processor processor) {
            return new Node(node.name(), NodeKind.PROCESSOR, List.of(), List.copyOf(new TreeSet<>(processor.stores())));
        }
        throw new IllegalArgumentException("unknown kind of node: " + node);
    }
}
