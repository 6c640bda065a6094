package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.graph.TopologyGraph.GlobalStore;
import io.streamsboot.topology.graph.TopologyGraph.Node;
import io.streamsboot.topology.graph.TopologyGraph.NodeKind;
import io.streamsboot.topology.graph.TopologyGraph.SubTopology;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.StoreDescription.DataType;
import io.streamsboot.topology.runtime.LateSetting;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * A store, what fills it and what its keys are: all that is known without asking anybody.
 *
 * @param topology the topology
 * @param store name of the store
 * @param subTopology number of the sub-topology, -1 for a global store
 * @param topics topics that decide in which partition a key lies, by their full names
 * @param patterns patterns of such topics
 * @param serdes what was declared, or null
 * @param codec keys of the store, or null if nothing tells their serde
 */
public record StoreSite(
        ManagedTopology topology,
        String store,
        int subTopology,
        List<String> topics,
        List<Pattern> patterns,
        @Nullable StoreSerdes serdes,
        @Nullable KeyCodec codec) {

    /** A declaration and where it was made. */
    public record Declared(StoreSerdes serdes, String source) {}

    static StoreSite find(ManagedTopology topology, String store, Map<String, Declared> declared) {
        TopologyGraph graph = topology.graph();
        Set<String> names = graph.stores();
        if (!names.contains(store)) {
            throw new Unanswered(new QueryResult.Unknown("store", store, names), null);
        }
        Declared found = declared.get(store);
        StoreSerdes serdes = found == null ? null : found.serdes();
        String topic = topology.options().applicationId() + "-" + store + "-changelog";
        KeyCodec codec = found == null
                ? byDefault(topology, store, topic)
                : new KeyCodec(store, topic, found.serdes().keys(), found.source());
        Optional<GlobalStore> global = graph.globalStores().stream()
                .filter(candidate -> candidate.name().equals(store))
                .findFirst();
        if (global.isPresent()) {
            return new StoreSite(topology, store, -1, List.of(global.get().topic()), List.of(), serdes, codec);
        }
        SubTopology part = graph.subTopologies().stream()
                .filter(candidate -> candidate.nodes().stream()
                        .anyMatch(node -> node.stores().contains(store)))
                .findFirst()
                .orElseThrow();
        Set<String> internal = graph.internalTopics();
        List<String> topics = new ArrayList<>();
        List<Pattern> patterns = new ArrayList<>();
        for (Node node : part.nodes()) {
            Pattern pattern = node.pattern();
            if (pattern != null) {
                patterns.add(pattern);
            } else if (node.kind() == NodeKind.SOURCE) {
                node.topics().stream()
                        .map(name ->
                                internal.contains(name) ? topology.options().applicationId() + "-" + name : name)
                        .forEach(topics::add);
            }
        }
        return new StoreSite(topology, store, part.id(), List.copyOf(topics), List.copyOf(patterns), serdes, codec);
    }

    /** The configuration without what is known only when a topology starts. */
    static Map<String, Object> settings(ManagedTopology topology) {
        Map<String, Object> config = new HashMap<>(topology.options().config());
        config.values().removeIf(LateSetting.class::isInstance);
        return config;
    }

    private static @Nullable KeyCodec byDefault(ManagedTopology topology, String store, String topic) {
        try {
            Serde<?> serde = new StreamsConfig(settings(topology)).defaultKeySerde();
            return serde == null
                    ? null
                    : new KeyCodec(store, topic, serde, "default: " + StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG);
        } catch (ConfigException e) {
            return null;
        }
    }

    @Nullable DataType valueType() {
        StoreSerdes declared = serdes;
        Serde<?> values = declared == null ? null : declared.values();
        return values == null ? null : DataTypes.of(values);
    }

    boolean isGlobal() {
        return subTopology < 0;
    }

    KeyCodec requireCodec() {
        KeyCodec known = codec;
        if (known == null) {
            throw Unanswered.invalid("Nothing declares the serde of the keys of store '" + store + "' of topology '"
                    + topology.name() + "'. Declare it: streams.queries.stores." + topology.name() + "." + store
                    + ".key-type, a bean of type QueryableStore, the serdes of its handle in a TypedTopology or"
                    + " ProcessorDefinition; or set " + StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG + ".");
        }
        return known;
    }

    /**
     * The partition of a key.
     *
     * @return its number; null if the partitioner does not choose exactly one
     */
    @SuppressWarnings({"deprecation", "removal"}) // its successor is not there before Kafka 4.4
    @Nullable Integer partition(Object key, byte[] bytes, int partitions) {
        StoreSerdes declared = serdes;
        StreamPartitioner<?, ?> partitioner = declared == null ? null : declared.partitioner();
        if (partitioner == null) {
            return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
        }
        @SuppressWarnings("unchecked")
        StreamPartitioner<Object, Object> typed = (StreamPartitioner<Object, Object>) partitioner;
        try {
            Set<Integer> chosen = typed.partitions(topics.isEmpty() ? store : topics.get(0), key, null, partitions)
                    .orElse(null);
            if (chosen == null) {
                return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
            }
            return chosen.size() == 1 ? chosen.iterator().next() : null;
        } catch (RuntimeException e) {
            // A partitioner may need the value, which a question does not have: then every partition can be the one.
            return null;
        }
    }
}
