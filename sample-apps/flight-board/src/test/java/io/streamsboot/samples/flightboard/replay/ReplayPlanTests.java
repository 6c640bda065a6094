package io.streamsboot.samples.flightboard.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.samples.flightboard.flights.Flight;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplayPlanTests {

    private final List<Flight> flights = IntStream.rangeClosed(2, 26)
            .mapToObj(line -> new Flight(line, Instant.EPOCH, "PHX", "LAS", 255, 0))
            .toList();

    @Test
    void beginsWithTheFirstFlight() {
        ReplayPlan plan = ReplayPlan.of(flights, new BitSet(), 100);
        assertThat(plan.done()).isZero();
        assertThat(plan.batches()).extracting(List::size).containsExactly(10, 10, 5);
        assertThat(lines(plan))
                .containsExactlyElementsOf(IntStream.rangeClosed(2, 26).boxed().toList());
    }

    @Test
    void goesOnAfterTheLastFlightThatIsThere() {
        BitSet present = new BitSet();
        present.set(2, 24);
        ReplayPlan plan = ReplayPlan.of(flights, present, 100);
        assertThat(plan.done()).isEqualTo(22);
        assertThat(lines(plan)).containsExactly(24, 25, 26);
    }

    @Test
    void fillsGapsAndRepeatsNothing() {
        BitSet present = new BitSet();
        present.set(2, 27);
        present.clear(7);
        present.clear(20);
        assertThat(lines(ReplayPlan.of(flights, present, 100))).containsExactly(7, 20);
    }

    @Test
    void hasNothingToDoWhenAllIsThere() {
        BitSet present = new BitSet();
        present.set(2, 27);
        ReplayPlan plan = ReplayPlan.of(flights, present, 100);
        assertThat(plan.done()).isEqualTo(25);
        assertThat(plan.batches()).isEmpty();
    }

    @Test
    void aBatchHoldsATenthOfASecondButAtLeastOneFlight() {
        assertThat(ReplayPlan.of(flights, new BitSet(), 1).batches()).hasSize(25);
        assertThat(ReplayPlan.of(flights, new BitSet(), 200).batches()).hasSize(2);
        assertThat(ReplayPlan.of(flights, new BitSet(), 0).batches()).hasSize(1);
    }

    private static List<Integer> lines(ReplayPlan plan) {
        return plan.batches().stream()
                .flatMap(Collection::stream)
                .map(Flight::line)
                .toList();
    }
}
