package io.streamsboot.boot.autoconfigure;

import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologyProgress;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/** A topology whose status a test sets. */
public final class FakeTopology implements ManagedTopology {

    private final String name;
    private TopologyStatus status = status(TopologyState.CREATED, 0);
    private TopologyProgress progress = TopologyProgress.NONE;
    private DeadLetterCounts deadLetters = DeadLetterCounts.NONE;

    public FakeTopology(String name) {
        this.name = name;
    }

    public static TopologyStatus status(TopologyState state, long generation) {
        return new TopologyStatus(state, Instant.EPOCH, generation, 0, null, null, List.of());
    }

    public void set(TopologyStatus status) {
        this.status = status;
    }

    public void set(TopologyProgress progress) {
        this.progress = progress;
    }

    public void set(DeadLetterCounts deadLetters) {
        this.deadLetters = deadLetters;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TopologyOptions options() {
        return TopologyOptions.of(Map.of("application.id", name));
    }

    @Override
    public TopologyGraph graph() {
        return new TopologyGraph(List.of(), List.of());
    }

    @Override
    public List<String> limitations() {
        return List.of();
    }

    @Override
    public TopologyStatus status() {
        return status;
    }

    @Override
    public TopologyProgress progress() {
        return progress;
    }

    @Override
    public DeadLetterCounts deadLetters() {
        return deadLetters;
    }

    @Override
    public KafkaStreams kafkaStreams() {
        return null;
    }

    @Override
    public void start() {}

    @Override
    public boolean stop(Duration timeout) {
        return true;
    }
}
