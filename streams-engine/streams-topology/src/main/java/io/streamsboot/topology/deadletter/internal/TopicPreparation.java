package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.admin.TopicCreation;
import io.streamsboot.topology.MissingTopicsException;
import io.streamsboot.topology.deadletter.DeadLetterTopic;
import io.streamsboot.topology.graph.TopologyGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has to be so before a topology starts: its dead letters have a topic that takes what its sources hold. */
final class TopicPreparation {

    private static final Logger LOG = LoggerFactory.getLogger(TopicPreparation.class);
    private static final int MOST_PARTITIONS = 16;
    private static final int DEFAULT_MAX_BYTES = 1 << 20;
    private static final int LEAST_MAX_BYTES = 4 << 20;
    private static final int ENVELOPE_BYTES = 64 << 10;

    private final String topology;
    private final DeadLetterTopic options;
    private final TopicBook topics;
    private final Admin admin;

    TopicPreparation(String topology, DeadLetterTopic options, TopicBook topics, Admin admin) {
        this.topology = topology;
        this.options = options;
        this.topics = topics;
        this.admin = admin;
    }

    /**
     * Creates and asks.
     *
     * @param maxRequestSize what the user lets the producer send, or 0
     * @return the present ends of the topics for dead letters
     */
    Map<TopicPartition, Long> prepare(TopologyGraph graph, int maxRequestSize)
            throws ExecutionException, InterruptedException {
        Set<String> present = admin.listTopics().names().get();
        Set<String> used = new TreeSet<>(graph.sourceTopics());
        used.addAll(graph.sinkTopics());
        used.retainAll(present);
        learn(used, true);
        Set<String> needed = needed(graph, present);
        Set<String> missing = new TreeSet<>(needed);
        missing.removeAll(present);
        if (!missing.isEmpty()) {
            create(missing, graph, used);
        }
        learn(needed, false);
        int largest = needed.stream().mapToInt(topics::maxBytes).max().orElse(0);
        topics.producerMaxBytes(maxRequestSize > 0 ? maxRequestSize : Math.max(DEFAULT_MAX_BYTES, largest));
        return ends(needed);
    }

    private Set<String> needed(TopologyGraph graph, Set<String> present) {
        if (options.isPerSource()) {
            graph.internalTopics().forEach(topic -> topics.deadLettersOf(topics.internal(topic)));
            graph.nodes()
                    .map(TopologyGraph.Node::pattern)
                    .filter(Objects::nonNull)
                    .forEach(pattern -> present.stream()
                            .filter(topic -> pattern.matcher(topic).matches())
                            .forEach(topics::deadLettersOf));
        } else {
            topics.deadLettersOf(null);
        }
        graph.sourceTopics().forEach(topics::deadLettersOf);
        return topics.deadLetters();
    }

    private void create(Set<String> missing, TopologyGraph graph, Collection<String> used)
            throws ExecutionException, InterruptedException {
        if (!options.create()) {
            throw new MissingTopicsException(
                    topology, missing, " (for its dead letters, and must not create them)", null);
        }
        int partitions = options.partitions();
        if (partitions == 0) {
            int most = graph.sourceTopics().stream()
                    .mapToInt(topics::partitions)
                    .max()
                    .orElse(1);
            partitions = Math.max(1, Math.min(MOST_PARTITIONS, most));
        }
        int maxBytes = options.maxMessageBytes();
        if (maxBytes == 0) {
            long largest = used.stream().mapToLong(topics::maxBytes).max().orElse(0);
            maxBytes = (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_MAX_BYTES, 2 * largest) + ENVELOPE_BYTES);
        }
        Map<String, String> configs = Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                String.valueOf(options.retention().toMillis()),
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                String.valueOf(maxBytes));
        List<NewTopic> created = new ArrayList<>();
        for (String topic : missing) {
            created.add(new NewTopic(
                            topic,
                            Optional.of(partitions),
                            options.replicationFactor() == 0
                                    ? Optional.empty()
                                    : Optional.of(options.replicationFactor()))
                    .configs(configs));
        }
        for (String topic : TopicCreation.create(admin, created)) {
            LOG.info("Topology '{}' created topic {} for its dead letters", topology, topic);
        }
    }

    /** Asks for partitions and sizes; what others own may be hidden from us. */
    private void learn(Collection<String> names, boolean others) throws ExecutionException, InterruptedException {
        if (names.isEmpty()) {
            return;
        }
        try {
            admin.describeTopics(names)
                    .allTopicNames()
                    .get()
                    .forEach((name, description) ->
                            topics.partitions(name, description.partitions().size()));
            Map<ConfigResource, Config> configs = admin.describeConfigs(names.stream()
                            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                            .toList())
                    .all()
                    .get();
            configs.forEach((resource, config) -> {
                ConfigEntry entry = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
                if (entry != null && entry.value() != null) {
                    topics.maxBytes(resource.name(), Integer.parseInt(entry.value()));
                }
            });
        } catch (ExecutionException e) {
            if (!(others && e.getCause() instanceof AuthorizationException)) {
                throw e;
            }
            LOG.info("Topology '{}' may not ask what its topics take: {}", topology, e.getMessage());
        }
    }

    private Map<TopicPartition, Long> ends(Collection<String> names) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (String name : new HashSet<>(names)) {
            for (int partition = 0; partition < topics.partitions(name); partition++) {
                asked.put(new TopicPartition(name, partition), OffsetSpec.latest());
            }
        }
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(asked).all().get().forEach((partition, found) -> ends.put(partition, found.offset()));
        return ends;
    }
}
