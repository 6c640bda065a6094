package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.graph.TopologyGraph;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Refuses topologies that would read the dead letters that they write. */
final class LoopGuard {

    private final String topology;
    private final DeadLetterOptions options;
    private final TopicBook topics;

    LoopGuard(String topology, DeadLetterOptions options, TopicBook topics) {
        this.topology = topology;
        this.options = options;
        this.topics = topics;
    }

    void check(TopologyGraph graph) {
        if (!options.enabled() || options.ownSource()) {
            return;
        }
        Set<String> own = new TreeSet<>();
        own.add(topics.deadLettersOf(null));
        graph.sourceTopics().forEach(source -> own.add(topics.deadLettersOf(source)));
        Set<String> read = new TreeSet<>(graph.sourceTopics());
        read.retainAll(own);
        graph.nodes()
                .map(TopologyGraph.Node::pattern)
                .filter(Objects::nonNull)
                .forEach(pattern -> own.stream()
                        .filter(name -> Pattern.matches(pattern.pattern(), name))
                        .forEach(read::add));
        if (!read.isEmpty()) {
            throw new InvalidTopologyException(
                    "Topology '" + topology + "' reads the topic of its own dead letters, " + String.join(", ", read)
                            + ": a record that always fails would go round for ever.",
                    "Read it in another topology, name another topic for dead letters (dead-letter.topic.name), or allow it explicitly"
                            + " (dead-letter.own-source); records"
                            + " then stay in the topic for good after " + options.maxAttempts() + " attempts.",
                    null);
        }
    }
}
