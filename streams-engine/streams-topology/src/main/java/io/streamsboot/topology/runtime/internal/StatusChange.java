package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The next status in the making. */
final class StatusChange {

    private long generation;
    private int failures;
    private @Nullable TopologyFailure failure;
    private @Nullable Instant nextStart;
    private List<String> missingTopics;

    StatusChange(TopologyStatus before) {
        this.generation = before.generation();
        this.failures = before.failures();
        this.failure = before.failure();
        this.nextStart = before.nextStart();
        this.missingTopics = before.missingTopics();
    }

    StatusChange generation(long value) {
        generation = value;
        return this;
    }

    StatusChange failures(int value) {
        failures = value;
        return this;
    }

    StatusChange failure(TopologyFailure value) {
        failure = value;
        return this;
    }

    StatusChange nextStart(@Nullable Instant value) {
        nextStart = value;
        return this;
    }

    StatusChange missingTopics(List<String> value) {
        missingTopics = value;
        return this;
    }

    TopologyStatus apply(TopologyState state, Instant since) {
        return new TopologyStatus(state, since, generation, failures, failure, nextStart, missingTopics);
    }
}
