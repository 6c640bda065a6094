package io.streamsboot.topology.runtime;

import io.streamsboot.topology.runtime.internal.TopologyRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.jspecify.annotations.Nullable;

/**
 * All managed topologies of an application. They share nothing: a fault of one never touches another. Thread-safe.
 *
 * <pre>{@code
 * ManagedTopologies topologies = ManagedTopologies.builder()
 *         .add(TopologySpec.of("word-count", definition, TopologyOptions.of(config)))
 *         .build();
 * topologies.verify();
 * topologies.start();
 * }</pre>
 */
public final class ManagedTopologies implements AutoCloseable {

    private final TopologyRegistry registry;

    private ManagedTopologies(TopologyRegistry registry) {
        this.registry = registry;
    }

    /**
     * Starts a new set of topologies.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The settings with which an application builds a {@code Topology} of its own, so that what wraps processors works in
     * it as well.
     *
     * @param config configuration of Kafka Streams; an application id must be in it, but is not used
     * @return new settings
     */
    public static TopologyConfig topologyConfig(Map<String, Object> config) {
        return TopologyRegistry.topologyConfig(config);
    }

    /**
     * Builds the topology of a specification and checks it, for a test driver or a look at it. No input or output.
     *
     * @param spec the specification
     * @return a new topology, except for {@link TopologySpec.Source.Plain}
     * @throws io.streamsboot.topology.InvalidTopologyException if it cannot run as it is
     */
    public static Topology build(TopologySpec spec) {
        return TopologyRegistry.build(spec);
    }

    /**
     * All topologies.
     *
     * @return them in the order of their names
     */
    public List<ManagedTopology> all() {
        return registry.all();
    }

    /**
     * One topology.
     *
     * @param name its name
     * @return the topology, or null if there is none of that name
     */
    public @Nullable ManagedTopology find(String name) {
        return registry.find(name);
    }

    /**
     * Checks those topologies that must not wait for their topics (policy {@code FAIL}) against the cluster, and blocks
     * until it answers. Others are checked when they start.
     *
     * @throws io.streamsboot.topology.MissingTopicsException if topics are missing
     * @throws io.streamsboot.topology.UnsupportedKafkaException if the cluster is too old
     */
    public void verify() {
        registry.verify();
    }

    /** Starts all that start with the application, and returns at once. Those that are active already go on. */
    public void start() {
        registry.start();
    }

    /**
     * Stops all, side by side, and waits until each is closed or its own close timeout has passed.
     *
     * @return whether all are closed
     */
    public boolean stop() {
        return registry.stop();
    }

    /** Stops all and ends their lifecycle threads; none can be started again. */
    @Override
    public void close() {
        registry.close();
    }

    /** Collects topologies and those who watch them. Not thread-safe. */
    public static final class Builder {

        private final List<TopologySpec> specs = new ArrayList<>();
        private final List<TopologyListener> listeners = new ArrayList<>();
        private final List<KafkaStreamsCustomizer> customizers = new ArrayList<>();
        private @Nullable TopologyConfig topologyConfig;

        private Builder() {}

        /**
         * Adds a topology.
         *
         * @param spec the topology
         * @return this builder
         */
        public Builder add(TopologySpec spec) {
            specs.add(spec);
            return this;
        }

        /**
         * Adds a listener to all topologies.
         *
         * @param listener the listener
         * @return this builder
         */
        public Builder listener(TopologyListener listener) {
            listeners.add(listener);
            return this;
        }

        /**
         * Adds a customizer, called in the order in which they are added.
         *
         * @param customizer the customizer
         * @return this builder
         */
        public Builder customizer(KafkaStreamsCustomizer customizer) {
            customizers.add(customizer);
            return this;
        }

        /**
         * Says with which settings the application built its own {@code Topology} instances, so that their nodes can be
         * counted.
         *
         * @param topologyConfig what {@link ManagedTopologies#topologyConfig} returned
         * @return this builder
         */
        public Builder topologyConfig(TopologyConfig topologyConfig) {
            this.topologyConfig = topologyConfig;
            return this;
        }

        /**
         * Builds and checks all topologies, without input or output.
         *
         * @return the topologies, not started
         * @throws io.streamsboot.topology.InvalidTopologyException if one cannot run as it is, or two cannot together
         * @throws io.streamsboot.topology.UnsupportedKafkaException if the Kafka library is too old
         */
        public ManagedTopologies build() {
            return new ManagedTopologies(
                    TopologyRegistry.build(specs, listeners, customizers, topologyConfig, Duration.ofSeconds(30)));
        }
    }
}
