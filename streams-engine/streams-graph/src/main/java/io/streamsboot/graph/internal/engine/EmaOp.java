package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * Exponential averages. A value that is not finite is answered with NaN and not taken in: an average without an end would
 * never lose it.
 */
final class EmaOp extends Op.Stateful {

    private static final double LN2 = StrictMath.log(2);

    private final Slot in;
    private final int seed;
    private final double alpha;
    private final long halfLife;
    private double average;
    private double error;
    private int seen;
    private long last;
    private double markAverage;
    private double markError;
    private int markSeen;
    private long markLast;

    private EmaOp(Slot out, Slot in, int seed, double alpha, long halfLife) {
        super(out);
        this.in = in;
        this.seed = seed;
        this.alpha = alpha;
        this.halfLife = halfLife;
    }

    /** Over values: seeded by the mean of the first {@code n}, then moved by {@code alpha} of the distance. */
    static EmaOp count(Slot out, Slot in, int n, double alpha) {
        return new EmaOp(out, in, n, alpha, 0);
    }

    /** Over time: seeded by the first value, then moved by {@code 1 - 2^(-dt / halfLife)} of the distance. */
    static EmaOp time(Slot out, Slot in, long halfLife) {
        return new EmaOp(out, in, 1, 0, halfLife);
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        double x = in.num;
        if (!Double.isFinite(x)) {
            out.put(Double.NaN);
            return;
        }
        moved = f.pass;
        markAverage = average;
        markError = error;
        markSeen = seen;
        markLast = last;
        if (seen < seed) {
            double sum = average + x;
            error += SumAggregate.errorOf(average, x, sum);
            average = sum;
            if (++seen == seed) {
                average = SumAggregate.total(average, error) / seed;
            }
        } else {
            double by = halfLife > 0 ? -StrictMath.expm1(-LN2 * (f.now - last) / halfLife) : alpha;
            average += by * (x - average);
        }
        last = f.now;
        if (seen < seed) {
            out.none(Slot.WARMING_UP);
        } else {
            out.put(average);
        }
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }

    @Override
    void undo() {
        average = markAverage;
        error = markError;
        seen = markSeen;
        last = markLast;
    }

    @Override
    void save(StateOutput to) {
        to.writeDouble(average);
        to.writeDouble(error);
        to.writeInt(seen);
        to.writeLong(last);
    }

    @Override
    void load(StateInput from) {
        average = from.readDouble();
        error = from.readDouble();
        seen = from.readInt();
        last = from.readLong();
    }
}
