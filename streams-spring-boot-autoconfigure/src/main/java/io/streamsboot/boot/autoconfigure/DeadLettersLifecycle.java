package io.streamsboot.boot.autoconfigure;

import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyState;
import java.time.Duration;
import org.springframework.context.SmartLifecycle;

/** Counts dead letters while the application runs, and while a topology does: then there is a cluster to ask. */
final class DeadLettersLifecycle implements SmartLifecycle {

    private final DeadLetters letters;
    private final ManagedTopologies topologies;
    private final Duration interval;
    private volatile boolean running;

    DeadLettersLifecycle(DeadLetters letters, ManagedTopologies topologies, Duration interval) {
        this.letters = letters;
        this.topologies = topologies;
        this.interval = interval;
    }

    @Override
    public void start() {
        running = true;
        if (!interval.isZero()) {
            letters.start(interval, this::hasRunningTopology);
        }
    }

    private boolean hasRunningTopology() {
        return topologies.all().stream().anyMatch(topology -> topology.status().state() == TopologyState.RUNNING);
    }

    @Override
    public void stop() {
        running = false;
        letters.rest();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Its client ends while the broker is still there, be it in this process. */
    @Override
    public int getPhase() {
        return TopologiesLifecycle.PHASE;
    }
}
