package io.streamsboot.pipeline.host;

import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologyProgress;
import io.streamsboot.topology.runtime.TopologyProgress.PartitionProgress;
import io.streamsboot.topology.runtime.TopologyProgress.TaskProgress;
import io.streamsboot.topology.runtime.TopologyProgress.ThreadProgress;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;

/** A topology whose state a test sets. */
final class FakeTopology implements ManagedTopology {

    TopologyState state = TopologyState.CREATED;
    TopologyFailure failure;
    long lag;

    @Override
    public String name() {
        return "late";
    }

    @Override
    public TopologyOptions options() {
        return TopologyOptions.of(Map.of("application.id", "late"));
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
        return new TopologyStatus(state, Instant.EPOCH, 1, 0, failure, null, List.of());
    }

    @Override
    public TopologyProgress progress() {
        PartitionProgress partition = new PartitionProgress("flights", 0, 0L, lag, lag);
        TaskProgress task = new TaskProgress("0_0", List.of(partition));
        return new TopologyProgress(
                List.of(new ThreadProgress("t", "RUNNING", List.of(task), List.of())), List.of(), Map.of());
    }

    @Override
    public DeadLetterCounts deadLetters() {
        return DeadLetterCounts.NONE;
    }

    @Override
    public KafkaStreams kafkaStreams() {
        return null;
    }

    @Override
    public void start() {}

    @Override
    public boolean stop(Duration timeout) {
        state = TopologyState.STOPPED;
        return true;
    }
}
