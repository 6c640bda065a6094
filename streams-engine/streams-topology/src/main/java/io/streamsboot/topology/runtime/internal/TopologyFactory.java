package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.ProcessorDefinition.StoreReference;
import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.StreamsTopologyException;
import io.streamsboot.topology.deadletter.internal.DeadLetterEngine;
import io.streamsboot.topology.deadletter.internal.GuardedStreamsBuilder;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.errors.TopologyException;
import org.jspecify.annotations.Nullable;

/** Builds topologies from their specifications and refuses what could not run. No input or output. */
final class TopologyFactory {

    /** Names that Kafka makes up end in ten digits and change when an operator is added before them. */
    private static final Pattern GENERATED = Pattern.compile(".*[A-Z]-\\d{10}(-[a-z-]+)?");

    private TopologyFactory() {}

    static BuiltTopology build(TopologySpec spec, @Nullable TopologyConfig shared) {
        Map<String, Object> config = KafkaConfigs.withDefaults(spec.options().config());
        NodeCounters counters = counters(spec, shared);
        DeadLetterEngine engine = new DeadLetterEngine(
                spec.name(), spec.options().applicationId(), spec.options().deadLetters(), config, Clock.systemUTC());
        counters.guard(spec.options().applicationId(), engine);
        List<StoreSerdes> serdes = new ArrayList<>();
        Topology topology = topology(spec, config, counters, engine, serdes);
        TopologyGraph graph = TopologyGraph.of(topology);
        requireSources(spec, graph);
        requireNames(spec, config, graph);
        requireSupportedByProtocol(spec, config, graph);
        List<String> limitations = new ArrayList<>(limitations(config, graph, counters));
        boolean counted = limitations.isEmpty();
        engine.bind(graph, counted);
        limitations.addAll(deadLetterLimitations(spec, graph, engine, counted));
        return new BuiltTopology(spec, topology, graph, counters, engine, counted, limitations, serdes);
    }

    /** The settings with which a topology is built so that stores and wrappers follow them. */
    static TopologyConfig topologyConfig(Map<String, Object> config, NodeCounters counters) {
        Map<String, Object> building = new HashMap<>(KafkaConfigs.withDefaults(config));
        building.putIfAbsent(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG, NodeCountingWrapper.class);
        building.put(NodeCountingWrapper.COUNTERS_CONFIG, counters);
        return new TopologyConfig(new StreamsConfig(building));
    }

    private static NodeCounters counters(TopologySpec spec, @Nullable TopologyConfig shared) {
        return spec.source() instanceof Source.Plain
                        && shared != null
                        && shared.originals().get(NodeCountingWrapper.COUNTERS_CONFIG) instanceof NodeCounters given
                ? given
                : new NodeCounters();
    }

    private static Topology topology(
            TopologySpec spec,
            Map<String, Object> config,
            NodeCounters counters,
            DeadLetterEngine engine,
            List<StoreSerdes> serdes) {
        try {
            if (spec.source() instanceof Source.Plain plain) {
                return plain.topology();
            }
            StreamsBuilder builder = new GuardedStreamsBuilder(topologyConfig(config, counters), engine, serdes);
            if (spec.source() instanceof Source.Typed typed) {
                return typed.topology().build(builder);
            }
            if (spec.source() instanceof Source.Functional functional) {
                functional.definition().define(builder);
            } else if (spec.source() instanceof Source.Processors processors) {
                new ProcessorWiring(spec.name(), processors.processors()).wire(builder);
                processors.processors().stream()
                        .flatMap(processor -> processor.stores().stream())
                        .map(StoreReference::serdes)
                        .filter(Objects::nonNull)
                        .forEach(serdes::add);
            }
            return builder.build();
        } catch (StreamsTopologyException e) {
            throw e;
        } catch (ConfigException e) {
            throw new InvalidTopologyException(
                    "Topology '" + spec.name() + "' has a wrong setting: " + e.getMessage(),
                    "Correct it below streams.topologies." + spec.name() + " or streams, where it is set.",
                    e);
        } catch (TopologyException e) {
            throw new InvalidTopologyException(
                    "Topology '" + spec.name() + "' cannot be built: " + e.getMessage(),
                    String.valueOf(e.getMessage()).contains("has not been named")
                            ? "Name every store and repartition (Materialized.as, Grouped.as, Repartitioned.as,"
                                    + " StreamJoined.withName and withStoreName): names that Kafka makes up change with"
                                    + " the next edit, and state is lost."
                            : "Correct its definition.",
                    e);
        } catch (Exception e) {
            throw new InvalidTopologyException(
                    "Topology '" + spec.name() + "' cannot be built, its definition throws: " + e,
                    "Correct the definition.",
                    e);
        }
    }

    private static void requireSources(TopologySpec spec, TopologyGraph graph) {
        if (graph.subTopologies().isEmpty() && graph.globalStores().isEmpty()) {
            throw new InvalidTopologyException(
                    "Topology '" + spec.name() + "' is empty: it reads no topic.",
                    "Add a source in its definition, or remove the bean '" + spec.name() + "'.",
                    null);
        }
    }

    private static void requireNames(TopologySpec spec, Map<String, Object> config, TopologyGraph graph) {
        Object enforced = config.get(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG);
        if (!Boolean.parseBoolean(String.valueOf(enforced))) {
            return;
        }
        List<String> unnamed = Stream.concat(
                        graph.nodes().flatMap(node -> node.stores().stream()), graph.internalTopics().stream())
                .filter(name -> GENERATED.matcher(name).matches())
                .distinct()
                .sorted()
                .toList();
        if (!unnamed.isEmpty()) {
            throw new InvalidTopologyException(
                    "Topology '" + spec.name() + "' has stores or internal topics without a name of their own: "
                            + String.join(", ", unnamed) + ".",
                    "Name them (Materialized.as, Grouped.as, Repartitioned.as, StreamJoined.withStoreName): names that"
                            + " Kafka makes up change with the next edit, and state is lost.",
                    null);
        }
    }

    private static void requireSupportedByProtocol(TopologySpec spec, Map<String, Object> config, TopologyGraph graph) {
        if (KafkaConfigs.isStreamsProtocol(config) && graph.readsByPattern()) {
            throw new InvalidTopologyException(
                    "Topology '" + spec.name()
                            + "' reads topics by a pattern, which the streams group protocol does not" + " support.",
                    "Name the topics, or set streams.topologies." + spec.name() + ".group-protocol to 'classic'.",
                    null);
        }
    }

    private static List<String> limitations(Map<String, Object> config, TopologyGraph graph, NodeCounters counters) {
        List<String> off = new ArrayList<>();
        Object wrapper = config.get(StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG);
        if (wrapper != null) {
            off.add("node counts: " + StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG + " is set to "
                    + className(wrapper));
        } else if (!counters.knows(BuiltTopology.processors(graph))) {
            off.add("node counts: the Topology bean was not built with the TopologyConfig bean"
                    + " (new StreamsBuilder(topologyConfig) or new Topology(topologyConfig))");
        }
        return off;
    }

    private static List<String> deadLetterLimitations(
            TopologySpec spec, TopologyGraph graph, DeadLetterEngine engine, boolean counted) {
        List<String> off = new ArrayList<>(engine.limitations());
        if (!engine.handlesProcessing()) {
            return off;
        }
        if (!counted) {
            off.add(
                    "tries in place: a retry fails the topology and begins again at the last commit; dead letters of what"
                            + " was made of a record hold that record as it is in its topic, read again");
        }
        KafkaVersion library = KafkaVersion.ofLibrary();
        if (spec.source() instanceof Source.Plain
                && !graph.globalStores().isEmpty()
                && library != null
                && !library.isAtLeast(4, 3)) {
            off.add("dead letters of processors that fill global stores: Kafka " + library
                    + " asks nobody when one fails, so the topology fails; build it with a TopologyDefinition or a"
                    + " TypedTopology, or use Kafka 4.3");
        }
        return off;
    }

    private static String className(Object wrapper) {
        return Objects.toString(wrapper instanceof Class<?> type ? type.getName() : wrapper);
    }
}
