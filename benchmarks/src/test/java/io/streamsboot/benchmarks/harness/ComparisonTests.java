package io.streamsboot.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.streamsboot.benchmarks.harness.Statistics.Ratio;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTests {

    private final List<String> turns = new ArrayList<>();

    @Test
    void takesTurnsInMirroredOrder() throws Exception {
        new Comparison("c", List.of(contestant("a", 1), contestant("b", 1))).run(new Rounds(1, 3), line -> {});

        assertThat(String.join("", turns)).isEqualTo("abbaabba");
    }

    @Test
    void throwsWarmUpAway() throws Exception {
        List<String> progress = new ArrayList<>();
        ComparisonResult result = new Comparison("c", List.of(contestant("a", 1))).run(new Rounds(2, 3), progress::add);

        assertThat(result.baseline().rounds()).extracting(Measurement::records).containsExactly(3L, 4L, 5L);
        assertThat(progress).hasSize(5);
        assertThat(progress.get(1)).contains("warm-up");
        assertThat(progress.get(2)).contains("#1");
    }

    @Test
    void endsWithTheFirstRoundThatFails() {
        Contestant failing = new Contestant() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public Measurement round() {
                throw new IllegalStateException("wrong count");
            }
        };

        assertThatIllegalStateException()
                .isThrownBy(() -> new Comparison("c", List.of(failing)).run(new Rounds(0, 1), line -> {}))
                .withMessage("wrong count");
    }

    @Test
    void refusesContestantsThatCannotBeToldApart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Comparison("c", List.of(contestant("a", 1), contestant("a", 2))))
                .withMessageContaining("two contestants of one name");
    }

    @Test
    void writesARowForEachContestantWithRatiosToTheFirst() throws Exception {
        ComparisonResult result =
                new Comparison("c", List.of(contestant("a", 1), contestant("b", 2))).run(new Rounds(0, 5), line -> {});

        assertThat(Table.markdown(List.of(result)).lines().skip(2))
                .containsExactly(
                        "| c | a | 3,000 | 1,000 … 5,000 |  |  | 2000.00 |  | 1000000 |  |  |",
                        "|  | b | 1,500 | 500 … 2,500 | 0.500 (0.500 … 0.500) | 0.500 | 4000.00 | 2.000 (2.000 … 2.000)"
                                + " | 2000000 | 2.000 (2.000 … 2.000) | 2.000 |");
    }

    @Test
    void drawsWholeTurnsForTheInterval() {
        double[] baseline = {100, 10, 50, 20, 70};
        double[] steady = {90, 9, 45, 18, 63};
        double[] unsteady = {90, 11, 40, 22, 70};

        Ratio alike = Statistics.medianOfRatios(steady, baseline);
        Ratio noisy = Statistics.medianOfRatios(unsteady, baseline);

        assertThat(alike.low()).isCloseTo(0.9, within(1e-9));
        assertThat(alike.high()).isCloseTo(0.9, within(1e-9));
        assertThat(noisy.value()).isCloseTo(1, within(1e-9));
        assertThat(noisy.low()).isLessThanOrEqualTo(0.9);
        assertThat(noisy.high()).isGreaterThan(1);
    }

    @Test
    void takesTheMiddleOrTheMeanOfTheMiddleTwo() {
        assertThat(Statistics.median(new double[] {9, 1, 5})).isEqualTo(5);
        assertThat(Statistics.median(new double[] {9, 1, 5, 7})).isEqualTo(6);
    }

    @Test
    void takesTheMeanOfTheBestQuarter() {
        double[] values = {8, 3, 1, 7, 5, 6, 2, 4};

        assertThat(Statistics.lowestQuarter(values)).isEqualTo(1.5);
        assertThat(Statistics.highestQuarter(values)).isEqualTo(7.5);
        assertThat(Statistics.highestQuarter(new double[] {2, 3})).isEqualTo(3);
    }

    /** Its n-th round processes n records per slowness in milliseconds. */
    private Contestant contestant(String name, int slowness) {
        return new Contestant() {

            private int round;

            @Override
            public String name() {
                return name;
            }

            @Override
            public Measurement round() {
                turns.add(name);
                round++;
                long nanos = 1_000_000L * slowness;
                return new Measurement(round, nanos, 2 * nanos * round, nanos * round);
            }
        };
    }
}
