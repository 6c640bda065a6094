package io.streamsboot.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamsboot.boot.autoconfigure.FakeTopology;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.Counts;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Pace;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.DeadLetterCounts.Kind;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadLetterMetersTests {

    private static final String TOPIC = "delays.dead-letters";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final DeadLetterMeters meters = new DeadLetterMeters(registry, () -> null, Clock.systemUTC());

    @Test
    void countsByTopologyStageAndException() {
        FakeTopology topology = new FakeTopology("delays");
        topology.set(counts(new Kind(Stage.DECODE, "A", 3, 0, 1), new Kind(Stage.PROCESS, "A", 9, 9, 9)));
        meters.onNewFailure(topology, Stage.DECODE, "A");
        assertThat(counter("streams.dead.letters", "decode", "A")).isEqualTo(3);
        assertThat(counter("streams.dead.letters.skipped", "decode", "A")).isZero();
        assertThat(counter("streams.dead.letters.failed", "decode", "A")).isEqualTo(1);
        topology.set(counts(new Kind(Stage.DECODE, "A", 4, 2, 1)));
        assertThat(counter("streams.dead.letters", "decode", "A")).isEqualTo(4);
        assertThat(counter("streams.dead.letters.skipped", "decode", "A")).isEqualTo(2);
    }

    @Test
    void whatWasNeverCountedIsNoNumber() {
        FakeTopology topology = new FakeTopology("delays");
        topology.set(counts(new Kind(Stage.DECODE, "A", 1, 0, 0)));
        meters.onNewFailure(topology, Stage.DECODE, "A");
        meters.onNewFailure(topology, Stage.PROCESS, "B");
        assertThat(registry.get("streams.dead.letters.open").tag("topic", TOPIC).gauges())
                .singleElement()
                .satisfies(gauge -> assertThat(gauge.value()).isNaN());
        assertThat(registry.get("streams.dead.letters.oldest.age").timeGauge().value())
                .isNaN();
    }

    @Test
    void aRequestThatGoesOnIsNotCountedTwice() {
        meters.onEnd(progress(Pace.UNLIMITED, new Counts(10, 5, 1, 2), Counts.NONE));
        meters.onEnd(progress(Pace.UNLIMITED, new Counts(20, 9, 1, 3), new Counts(10, 5, 1, 2)));
        meters.onEnd(progress(Pace.DRY_RUN, new Counts(20, 20, 0, 0), Counts.NONE));
        assertThat(requested("done")).isEqualTo(9);
        assertThat(requested("duplicate")).isEqualTo(1);
        assertThat(requested("failed")).isEqualTo(3);
    }

    private static DeadLetterProgress progress(Pace pace, Counts counts, Counts earlier) {
        return new DeadLetterProgress(
                DeadLetterRequest.replay("fix", TOPIC, Selection.ALL).at(pace),
                State.DONE,
                counts,
                earlier,
                Map.of(),
                null,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    private static DeadLetterCounts counts(Kind... kinds) {
        return new DeadLetterCounts(List.of(TOPIC), List.of(kinds), 0, 0, null, null);
    }

    private double counter(String name, String stage, String exception) {
        return registry.get(name)
                .tags("topology", "delays", "stage", stage, "exception", exception)
                .functionCounter()
                .count();
    }

    private double requested(String result) {
        return registry.get("streams.dead.letters.requested")
                .tags("topic", TOPIC, "action", "replay", "result", result)
                .counter()
                .count();
    }
}
