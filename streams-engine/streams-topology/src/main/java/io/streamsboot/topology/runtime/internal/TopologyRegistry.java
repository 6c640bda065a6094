package io.streamsboot.topology.runtime.internal;

import io.streamsboot.core.admin.AdminScope;
import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.UnsupportedKafkaException;
import io.streamsboot.topology.runtime.KafkaStreamsCustomizer;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.MissingTopics.Policy;
import io.streamsboot.topology.runtime.TopologyListener;
import io.streamsboot.topology.runtime.TopologySpec;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topologies of one application, built together so that what they must not share is seen. */
public final class TopologyRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(TopologyRegistry.class);

    /** What a stop takes beyond the closing of the client. */
    private static final Duration STOP_SLACK = Duration.ofSeconds(5);

    private final Map<String, BuiltTopology> built;
    private final Map<String, TopologyRuntime> runtimes = new TreeMap<>();
    private final Duration verifyTimeout;

    private TopologyRegistry(
            Map<String, BuiltTopology> built,
            List<TopologyListener> listeners,
            List<KafkaStreamsCustomizer> customizers,
            Duration verifyTimeout) {
        this.built = built;
        this.verifyTimeout = verifyTimeout;
        built.forEach((name, topology) ->
                runtimes.put(name, new TopologyRuntime(topology, customizers, listeners, Clock.systemUTC())));
    }

    /**
     * Builds and checks topologies.
     *
     * @param specs the topologies
     * @param listeners who watches them
     * @param customizers who sees their clients before they start
     * @param shared settings with which plain topologies were built, or null
     * @param verifyTimeout how long {@link #verify} waits for the cluster
     * @return the registry
     */
    public static TopologyRegistry build(
            List<TopologySpec> specs,
            List<TopologyListener> listeners,
            List<KafkaStreamsCustomizer> customizers,
            @Nullable TopologyConfig shared,
            Duration verifyTimeout) {
        KafkaVersion library = KafkaVersion.ofLibrary();
        KafkaVersion.requireSupported(library);
        if (library != null && library.knownDefect() != null) {
            LOG.warn("Kafka {} should not be used: {}; upgrade to a later release", library, library.knownDefect());
        }
        Map<String, BuiltTopology> built = new TreeMap<>();
        Map<String, String> owners = new HashMap<>();
        for (TopologySpec spec : specs) {
            if (built.containsKey(spec.name())) {
                throw new InvalidTopologyException(
                        "Two topologies have the name '" + spec.name() + "'.", "Rename one of the beans.", null);
            }
            String other = owners.putIfAbsent(spec.options().applicationId(), spec.name());
            if (other != null) {
                throw new InvalidTopologyException(
                        "Topologies '" + other + "' and '" + spec.name() + "' have the same application id '"
                                + spec.options().applicationId()
                                + "': they would share group, state and internal topics.",
                        "Set streams.topologies." + other + ".application-id or streams.topologies." + spec.name()
                                + ".application-id to another value.",
                        null);
            }
            built.put(spec.name(), TopologyFactory.build(spec, shared));
        }
        built.values()
                .forEach(topology -> topology.limitations()
                        .forEach(off -> LOG.info(
                                "Topology '{}' goes without {}", topology.spec().name(), off)));
        return new TopologyRegistry(built, listeners, customizers, verifyTimeout);
    }

    /**
     * Builds and checks one topology.
     *
     * @param spec the topology
     * @return what Kafka would run
     */
    public static Topology build(TopologySpec spec) {
        return TopologyFactory.build(spec, null).topology();
    }

    /**
     * Settings for an application that builds its own topologies.
     *
     * @param config configuration of Kafka Streams
     * @return new settings, with counters of their own
     */
    public static TopologyConfig topologyConfig(Map<String, Object> config) {
        return TopologyFactory.topologyConfig(config, new NodeCounters());
    }

    /**
     * All topologies.
     *
     * @return them in the order of their names
     */
    public List<ManagedTopology> all() {
        return List.copyOf(runtimes.values());
    }

    /**
     * One topology.
     *
     * @param name its name
     * @return the topology, or null
     */
    public @Nullable ManagedTopology find(String name) {
        return runtimes.get(name);
    }

    /** Checks those that must not wait for their topics. */
    public void verify() {
        for (BuiltTopology topology : built.values()) {
            TopologySpec spec = topology.spec();
            if (spec.options().autoStartup() && spec.options().missingTopics().policy() == Policy.FAIL) {
                verify(topology, spec);
            }
        }
    }

    private void verify(BuiltTopology topology, TopologySpec spec) {
        Map<String, Object> config = KafkaConfigs.withDefaults(spec.options().config());
        try (AdminScope scope = AdminScope.open(withTimeout(KafkaConfigs.admin(config)))) {
            Admin admin = scope.admin();
            ClusterCheck.features(admin, spec.name(), config);
            TopicCheck topics =
                    new TopicCheck(spec.name(), topology.graph(), spec.options().missingTopics());
            Set<String> missing = topics.missing(admin);
            if (!missing.isEmpty()) {
                throw topics.failure(missing, "");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while topology '" + spec.name() + "' was checked", e);
        } catch (ExecutionException e) {
            throw new UnsupportedKafkaException(
                    "Topology '" + spec.name() + "' could not be checked against the cluster at "
                            + config.get("bootstrap.servers") + ": " + e.getCause(),
                    "Correct the address or the credentials, or set streams.topologies." + spec.name()
                            + ".missing-topics.policy to 'wait', which lets the application start without the cluster.",
                    e);
        }
    }

    private Map<String, Object> withTimeout(Map<String, Object> admin) {
        admin.put("default.api.timeout.ms", Math.toIntExact(verifyTimeout.toMillis()));
        admin.put("request.timeout.ms", Math.toIntExact(Math.min(verifyTimeout.toMillis(), 30_000)));
        return admin;
    }

    /** Starts all that start with the application. */
    public void start() {
        runtimes.values().stream()
                .filter(runtime -> runtime.options().autoStartup())
                .forEach(TopologyRuntime::start);
    }

    /**
     * Stops all, side by side.
     *
     * @return whether all are closed
     */
    public boolean stop() {
        List<CompletableFuture<Boolean>> stops = new ArrayList<>();
        for (TopologyRuntime runtime : runtimes.values()) {
            Duration timeout = runtime.options().closeTimeout().plus(STOP_SLACK);
            stops.add(CompletableFuture.supplyAsync(() -> runtime.stop(timeout), task -> {
                Thread thread = new Thread(task, "streams-" + runtime.name() + "-stop");
                thread.setDaemon(true);
                thread.start();
            }));
        }
        return stops.stream().map(CompletableFuture::join).reduce(true, Boolean::logicalAnd);
    }

    /** Stops all and ends their threads. */
    public void close() {
        stop();
        runtimes.values().forEach(TopologyRuntime::close);
    }
}
