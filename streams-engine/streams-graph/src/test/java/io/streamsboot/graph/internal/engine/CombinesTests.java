package io.streamsboot.graph.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.graph.Window;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A step over a count window does the same small number of combines, however large the window. */
class CombinesTests {

    private static final int WINDOW = 100_000;
    private static final int MOST = 4;

    /** Counts what it passes on. */
    private static final class Counting extends Aggregate {

        private final Aggregate counted;
        private int combines;

        Counting(Aggregate counted) {
            super(counted.width, counted.width == 0 ? 0 : counted.nothing[0]);
            this.counted = counted;
        }

        @Override
        int needed() {
            return counted.needed();
        }

        @Override
        void append(double[] a, int o, long n, double x, double y) {
            combines++;
            counted.append(a, o, n, x, y);
        }

        @Override
        void prepend(double[] a, int o, long n, double x, double y) {
            combines++;
            counted.prepend(a, o, n, x, y);
        }

        @Override
        void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
            combines++;
            counted.result(l, lo, ln, r, ro, rn, out);
        }
    }

    static Stream<Aggregate> aggregates() {
        return Stream.of(
                new SumAggregate(false),
                new SumAggregate(true),
                new ExtremeAggregate(false),
                new ExtremeAggregate(true),
                new SizeAggregate(),
                new WeightedAggregate(),
                new StrengthAggregate(),
                new MomentsAggregate(MomentsAggregate.Of.VARIANCE, true),
                new MomentsAggregate(MomentsAggregate.Of.DEVIATION, true),
                new MomentsAggregate(MomentsAggregate.Of.SKEWNESS, true),
                new MomentsAggregate(MomentsAggregate.Of.KURTOSIS, true),
                new ComomentsAggregate(true, true),
                new ComomentsAggregate(false, true));
    }

    @ParameterizedTest
    @MethodSource("aggregates")
    void aStepCombinesAtMostFourTimes(Aggregate aggregate) {
        for (int window : new int[] {WINDOW, WINDOW + 1}) {
            var counting = new Counting(aggregate);
            var first = new Slot(true);
            var second = new Slot(true);
            var out = new Slot(true);
            Op op = Windows.aggregate(Window.count(window), counting).create(out, List.of(first, second), -1);
            var frame = new Frame(List.of(), new boolean[0]);
            var random = new Random(1);
            int most = 0;
            for (int i = 0; i < 3 * window; i++) {
                frame.pass++;
                first.put(random.nextGaussian());
                second.put(random.nextGaussian());
                counting.combines = 0;
                op.compute(frame);
                most = Math.max(most, counting.combines);
            }
            assertThat(most).isEqualTo(MOST);
            assertThat(out.isPresent()).isTrue();
        }
    }
}
