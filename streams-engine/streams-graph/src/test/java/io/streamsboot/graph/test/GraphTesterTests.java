package io.streamsboot.graph.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.Window;
import io.streamsboot.graph.value.Absent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GraphTesterTests {

    private record Reading(long second, double value) {}

    private static final Graph<Reading, Double> GRAPH = Graph.define(Reading.class, g -> {
        g.timestamp(reading -> Instant.ofEpochSecond(reading.second));
        Signal value = g.number(Reading::value);
        return value.sma(2).orElse(value.sum(Window.tumbling(Duration.ofSeconds(10))));
    });

    @Test
    void remembersWhatTheGraphSays() {
        var tester = GraphTester.of(GRAPH).pipe(new Reading(1, 2));
        assertThat(tester.reason()).isEqualTo(Absent.WARMING_UP);

        tester.pipe(new Reading(2, 4)).saveAndLoad();
        assertThat(tester.value()).isEqualTo(3);
        assertThat(tester.reason()).isNull();

        tester.advanceTo(Instant.ofEpochSecond(10));
        assertThat(tester.value()).isEqualTo(6);
        tester.pipeAll(List.of(new Reading(11, 8))).finish();
        assertThat(tester.values()).containsExactly(3.0, 6.0, 6.0, 8.0);
        assertThat(tester.results()).hasSize(5);
    }

    @Test
    void aTesterThatWasNotSteppedSaysSo() {
        assertThatThrownBy(() -> GraphTester.of(GRAPH).value())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("pipe a record first");
    }

    @Test
    void modesAgreeUnlessAFunctionHasAMemory() {
        List<Reading> readings = List.of(new Reading(1, 1), new Reading(5, 2), new Reading(12, 3));
        GraphTester.assertModesAgree(GRAPH, readings);

        var calls = new AtomicInteger();
        Graph<Reading, Double> impure =
                Graph.define(Reading.class, g -> g.number(reading -> reading.value + calls.incrementAndGet()));
        assertThatThrownBy(() -> GraphTester.assertModesAgree(impure, readings))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("an iterator differs from an iterable in step 0");
    }
}
