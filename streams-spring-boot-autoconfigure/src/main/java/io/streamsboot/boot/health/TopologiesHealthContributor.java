package io.streamsboot.boot.health;

import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStateChange;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.event.EventListener;

/** Health of all topologies, one indicator for each, by name. Thread-safe. */
public final class TopologiesHealthContributor implements CompositeHealthContributor {

    private final Map<String, TopologyHealthIndicator> indicators = new TreeMap<>();

    /**
     * A new contributor.
     *
     * @param topologies the topologies
     */
    public TopologiesHealthContributor(ManagedTopologies topologies) {
        this(topologies, null);
    }

    /**
     * A new contributor that tells of dead letters, too.
     *
     * @param topologies the topologies
     * @param letters counts their dead letters, or null
     */
    public TopologiesHealthContributor(ManagedTopologies topologies, @Nullable DeadLetters letters) {
        for (ManagedTopology topology : topologies.all()) {
            indicators.put(topology.name(), new TopologyHealthIndicator(topology, letters));
        }
    }

    @EventListener
    void onStateChange(TopologyStateChange change) {
        TopologyHealthIndicator indicator = indicators.get(change.topology());
        if (indicator != null && change.to() == TopologyState.RUNNING) {
            indicator.running(change.generation());
        }
    }

    @Override
    public @Nullable HealthContributor getContributor(String name) {
        return indicators.get(name);
    }

    @Override
    public Stream<Entry> stream() {
        return indicators.entrySet().stream().map(entry -> new Entry(entry.getKey(), entry.getValue()));
    }
}
