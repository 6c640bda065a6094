package io.streamsboot.boot.actuate;

import io.streamsboot.boot.actuate.StreamsDescriptor.KafkaDescriptor;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Endpoint that shows managed topologies: their states, their progress and their structure. Read-only; everything comes
 * from memory, so it answers while the cluster does not.
 */
@Endpoint(id = "streams")
public class StreamsEndpoint {

    private final ManagedTopologies topologies;
    private final KafkaDescriptor kafka;

    /**
     * A new endpoint.
     *
     * @param topologies the topologies to show
     */
    public StreamsEndpoint(ManagedTopologies topologies) {
        this.topologies = topologies;
        this.kafka = new KafkaDescriptor(KafkaClientVersion.read());
    }

    /**
     * All topologies.
     *
     * @return a line or two about each
     */
    @ReadOperation
    public StreamsDescriptor streams() {
        Map<String, TopologySummary> all = new TreeMap<>();
        for (ManagedTopology topology : topologies.all()) {
            all.put(topology.name(), TopologySummary.of(topology, topology.progress()));
        }
        return new StreamsDescriptor(all, kafka);
    }

    /**
     * One topology.
     *
     * @param name its name
     * @return everything about it, or null if there is none of that name, which the web answers with 404
     */
    @ReadOperation
    public @Nullable TopologyDescriptor topology(@Selector String name) {
        ManagedTopology topology = topologies.find(name);
        return topology == null ? null : TopologyDescriptor.of(topology);
    }
}
