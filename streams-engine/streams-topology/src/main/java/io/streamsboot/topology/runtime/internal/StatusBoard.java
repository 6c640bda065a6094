package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.runtime.TopologyListener;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStateChange;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A topology's status, written by its lifecycle thread and read by anyone, and those who are told of its changes. */
final class StatusBoard {

    private static final Logger LOG = LoggerFactory.getLogger(TopologyRuntime.class);

    private final String topology;
    private final String applicationId;
    private final List<TopologyListener> listeners;
    private final Clock clock;
    private volatile TopologyStatus status;

    StatusBoard(String topology, String applicationId, List<TopologyListener> listeners, Clock clock) {
        this.topology = topology;
        this.applicationId = applicationId;
        this.listeners = List.copyOf(listeners);
        this.clock = clock;
        this.status = new TopologyStatus(TopologyState.CREATED, clock.instant(), 0, 0, null, null, List.of());
    }

    TopologyStatus status() {
        return status;
    }

    Instant now() {
        return clock.instant();
    }

    void set(TopologyState to) {
        set(to, UnaryOperator.identity());
    }

    void set(UnaryOperator<StatusChange> change) {
        set(status.state(), change);
    }

    void set(TopologyState to, UnaryOperator<StatusChange> change) {
        TopologyStatus before = status;
        Instant now = clock.instant();
        TopologyStatus after =
                change.apply(new StatusChange(before)).apply(to, to == before.state() ? before.since() : now);
        status = after;
        if (to != before.state()) {
            if (to == TopologyState.RUNNING) {
                LOG.info(
                        "Topology '{}' is RUNNING (application id {}, generation {})",
                        topology,
                        applicationId,
                        after.generation());
            } else {
                LOG.info("Topology '{}' is {}", topology, to);
            }
            TopologyStateChange event =
                    new TopologyStateChange(topology, before.state(), to, after.generation(), after.failure(), now);
            tell(listener -> listener.onStateChange(event));
        }
    }

    void tell(Consumer<TopologyListener> message) {
        for (TopologyListener listener : listeners) {
            try {
                message.accept(listener);
            } catch (RuntimeException e) {
                LOG.error("Topology '{}': listener {} failed", topology, listener, e);
            }
        }
    }
}
