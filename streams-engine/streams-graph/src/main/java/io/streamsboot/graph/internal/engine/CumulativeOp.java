package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** An aggregate over all values so far, or a user's function over its own last result. */
final class CumulativeOp extends Op.Stateful {

    /** What is accumulated. */
    enum Of {
        SUM,
        PRODUCT,
        MIN,
        MAX,
        SCAN
    }

    private final Slot in;
    private final Of of;
    private final @Nullable DoubleBinaryOperator scan;
    private double value;
    private double error;
    private double markValue;
    private double markError;

    /** {@code scan} is there for {@link Of#SCAN} only. */
    CumulativeOp(Slot out, Slot in, Of of, double initial, @Nullable DoubleBinaryOperator scan) {
        super(out);
        this.in = in;
        this.of = of;
        this.scan = scan;
        this.value = initial;
    }

    static CumulativeOp of(Slot out, Slot in, Of of) {
        double initial = switch (of) {
            case SUM, SCAN -> 0;
            case PRODUCT -> 1;
            case MIN -> Double.POSITIVE_INFINITY;
            case MAX -> Double.NEGATIVE_INFINITY;
        };
        return new CumulativeOp(out, in, of, initial, null);
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        double x = in.num;
        // User code comes before the mark: when it throws, nothing has moved.
        double next = scan != null ? scan.applyAsDouble(value, x) : combine(x);
        out.moved = f.pass;
        markValue = value;
        markError = error;
        if (of == Of.SUM) {
            error += SumAggregate.errorOf(value, x, next);
            out.put(SumAggregate.total(next, error));
        } else {
            out.put(next);
        }
        value = next;
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private double combine(double x) {
        return switch (of) {
            case SUM, SCAN -> value + x;
            case PRODUCT -> value * x;
            case MIN -> Math.min(value, x);
            case MAX -> Math.max(value, x);
        };
    }

    @Override
    void undo() {
        value = markValue;
        error = markError;
    }

    @Override
    void save(StateOutput to) {
        to.writeDouble(value);
        to.writeDouble(error);
    }

    @Override
    void load(StateInput from) {
        value = from.readDouble();
        error = from.readDouble();
    }
}
