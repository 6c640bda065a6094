package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * Exponential averages. A value that is not finite is answered with NaN and not taken in: an average without an end would
 * never lose it.
 */
final class EmaOp extends Op.Stateful {

    private static final double LN2 = StrictMath.log(2);

    /** The same for all keys. */
    private static final class Common {

        final Slot in;
        final int seed;
        final double alpha;
        final long halfLife;

        double average;
        double error;
        int seen;
        long last;

        Common(Slot in, int seed, double alpha, long halfLife) {
            this.in = in;
            this.seed = seed;
            this.alpha = alpha;
            this.halfLife = halfLife;
        }
    }

    private final Common common;
    private double average;
    private double error;
    private int seen;
    private long last;

    private EmaOp(Slot out, Slot in, int seed, double alpha, long halfLife) {
        super(out);
        this.common = out.common(Common.class, () -> new Common(in, seed, alpha, halfLife));
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
        Common c = common;
        if (out.passesAbsence(c.in)) {
            return;
        }
        double x = c.in.num;
        if (!Double.isFinite(x)) {
            out.put(Double.NaN);
            return;
        }
        out.moved = f.pass;
        c.average = average;
        c.error = error;
        c.seen = seen;
        c.last = last;
        int seed = c.seed;
        if (seen < seed) {
            double sum = average + x;
            error += SumAggregate.errorOf(average, x, sum);
            average = sum;
            if (++seen == seed) {
                average = SumAggregate.total(average, error) / seed;
            }
        } else {
            double by = c.halfLife > 0 ? -StrictMath.expm1(-LN2 * (f.now - last) / c.halfLife) : c.alpha;
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
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    void undo() {
        average = common.average;
        error = common.error;
        seen = common.seen;
        last = common.last;
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
