package io.streamsboot.topology.runtime.internal;

import io.streamsboot.core.admin.TopicCreation;
import io.streamsboot.topology.MissingTopicsException;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.runtime.MissingTopics;
import io.streamsboot.topology.runtime.MissingTopics.NewTopicSpec;
import io.streamsboot.topology.runtime.MissingTopics.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out which topics a topology misses, and creates them if it may. Internal topics are Kafka's own business. */
final class TopicCheck {

    private static final Logger LOG = LoggerFactory.getLogger(TopicCheck.class);

    private final String topology;
    private final TopologyGraph graph;
    private final MissingTopics options;

    TopicCheck(String topology, TopologyGraph graph, MissingTopics options) {
        this.topology = topology;
        this.graph = graph;
        this.options = options;
    }

    /**
     * The topics that are missing now.
     *
     * @return what it reads, and what it writes if the policy is to create
     */
    Set<String> missing(Admin admin) throws InterruptedException, ExecutionException {
        Set<String> needed = new TreeSet<>(graph.sourceTopics());
        if (options.policy() == Policy.CREATE) {
            needed.addAll(graph.sinkTopics());
        }
        if (!needed.isEmpty()) {
            needed.removeAll(admin.listTopics().names().get());
        }
        return needed;
    }

    void create(Admin admin, Set<String> topics) throws InterruptedException, ExecutionException {
        List<NewTopic> created = new ArrayList<>();
        for (String topic : topics) {
            NewTopicSpec spec = options.specOf(topic);
            created.add(new NewTopic(
                            topic,
                            Optional.ofNullable(spec.partitions()),
                            Optional.ofNullable(spec.replicationFactor()))
                    .configs(spec.configs()));
        }
        for (String topic : TopicCreation.create(admin, created)) {
            LOG.info("Topology '{}' created topic {}", topology, topic);
        }
    }

    MissingTopicsException failure(Set<String> missing, String detail) {
        return new MissingTopicsException(topology, missing, detail, null);
    }
}
