package io.streamsboot.boot.health;

import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyProgress.RestoreProgress;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of one topology, from memory: up while it processes, out of service while it does not yet or no longer, down
 * after a failure, unknown if nobody wanted it to start. Thread-safe.
 */
public final class TopologyHealthIndicator implements HealthIndicator {

    private final ManagedTopology topology;
    private final @Nullable DeadLetters letters;

    /** The last generation that was seen to process; a rebalance of it is no outage. */
    private final AtomicLong ran = new AtomicLong();

    /**
     * A new indicator.
     *
     * @param topology the topology
     */
    public TopologyHealthIndicator(ManagedTopology topology) {
        this(topology, null);
    }

    /**
     * A new indicator that tells of dead letters, too.
     *
     * @param topology the topology
     * @param letters counts them, or null
     */
    public TopologyHealthIndicator(ManagedTopology topology, @Nullable DeadLetters letters) {
        this.topology = topology;
        this.letters = letters;
    }

    /**
     * Notes that the topology has begun to process. Without it, only calls of {@link #health()} see that.
     *
     * @param generation number of the client that processes
     */
    public void running(long generation) {
        ran.accumulateAndGet(generation, Math::max);
    }

    @Override
    public Health health() {
        TopologyStatus status = topology.status();
        if (status.state() == TopologyState.RUNNING) {
            running(status.generation());
        }
        Health.Builder health = Health.status(statusOf(status))
                .withDetail("state", status.state().name())
                .withDetail("since", status.since())
                .withDetail("generation", status.generation());
        if (!status.missingTopics().isEmpty()) {
            health.withDetail("missingTopics", status.missingTopics());
        }
        if (status.nextStart() != null) {
            health.withDetail("nextStart", status.nextStart());
        }
        TopologyFailure failure = status.failure();
        if (failure != null) {
            health.withDetail("lastError", describe(failure));
        }
        if (status.state() == TopologyState.RESTORING) {
            health.withDetail("restoring", describe(topology.progress().restores()));
        }
        Map<String, Object> deadLetters = DeadLetterDetails.of(topology.deadLetters(), letters);
        if (!deadLetters.isEmpty()) {
            health.withDetail("deadLetters", deadLetters);
        }
        return health.build();
    }

    private Status statusOf(TopologyStatus status) {
        return switch (status.state()) {
            case RUNNING -> Status.UP;
            case REBALANCING ->
                status.generation() > 0 && ran.get() == status.generation() ? Status.UP : Status.OUT_OF_SERVICE;
            case STARTING, WAITING_FOR_TOPICS, RESTORING, STOPPING, STOPPED -> Status.OUT_OF_SERVICE;
            case RESTARTING, QUARANTINED -> Status.DOWN;
            case CREATED -> topology.options().autoStartup() ? Status.OUT_OF_SERVICE : Status.UNKNOWN;
        };
    }

    private static Map<String, Object> describe(TopologyFailure failure) {
        @Nullable String action = failure.action();
        return action == null
                ? Map.of("message", failure.message(), "at", failure.at())
                : Map.of("message", failure.message(), "action", action, "at", failure.at());
    }

    private static List<Map<String, Object>> describe(List<RestoreProgress> restores) {
        return restores.stream()
                .map(restore -> Map.<String, Object>of(
                        "store", restore.store(),
                        "partition", restore.partition(),
                        "restored", restore.restored(),
                        "total", restore.endOffset() - restore.startOffset()))
                .toList();
    }
}
