package io.streamsboot.graph.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The operators that are written out for speed give the same bits as the general one, also when steps are taken back. */
class WrittenOutTests {

    private static final Slot IN = new Slot(true);

    /** Makes an operator that writes a slot of its own. */
    private interface Maker {

        Op.Stateful make(Slot out, int n);
    }

    static Stream<Arguments> operators() {
        return Stream.of(
                Arguments.of("sum", (Maker) (out, n) -> new CountSumOp(out, IN, n, false), new SumAggregate(false)),
                Arguments.of("mean", (Maker) (out, n) -> new CountSumOp(out, IN, n, true), new SumAggregate(true)),
                Arguments.of(
                        "min", (Maker) (out, n) -> new CountExtremeOp(out, IN, n, false), new ExtremeAggregate(false)),
                Arguments.of(
                        "max", (Maker) (out, n) -> new CountExtremeOp(out, IN, n, true), new ExtremeAggregate(true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operators")
    void givesTheSameBits(String name, Maker fast, Aggregate aggregate) {
        for (int n = 2; n < 40; n++) {
            var random = new Random(n);
            Op.Stateful written = fast.make(new Slot(true), n);
            Op.Stateful general = new CountWindowOp(new Slot(true), IN, null, n, aggregate);
            var frame = new Frame(List.of(), new boolean[0]);
            for (int i = 0; i < 20 * n; i++) {
                double x = List.of(Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, 1e18)
                        .get(random.nextInt(5));
                if (random.nextInt(10) > 0) {
                    x = random.nextGaussian();
                }
                boolean undone = random.nextInt(4) == 0;
                assertThat(step(written, frame, x, undone))
                        .as("step %d of a window of %d", i, n)
                        .isEqualTo(step(general, frame, x, undone));
            }
        }
    }

    private static List<Object> step(Op.Stateful op, Frame frame, double x, boolean undone) {
        frame.pass++;
        IN.put(x);
        op.compute(frame);
        List<Object> said = List.of(op.out.absent, op.out.num);
        if (undone) {
            op.undo();
        }
        return op.out.isPresent() ? said : List.of(op.out.absent);
    }
}
