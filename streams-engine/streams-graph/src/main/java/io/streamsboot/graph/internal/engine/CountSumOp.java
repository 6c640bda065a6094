package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * Sum or mean over the last {@code n} values: {@link CountWindowOp} with {@link SumAggregate}, written out for speed. Both give
 * the same bits.
 */
final class CountSumOp extends Op.Stateful {

    private final Slot in;
    private final int n;
    private final int block;
    private final boolean mean;
    private final double[] raw;

    /** Suffix sums, and from the middle on their errors. */
    private final double[] suffixes;

    private double sum;
    private double error;
    private double current;
    private double currentError;
    private int filled;
    private int side;
    private int seen;
    private double markSum;
    private double markError;
    private double markCurrent;
    private double markCurrentError;
    private int markFilled;
    private int markSide;
    private int markSeen;

    CountSumOp(Slot out, Slot in, int n, boolean mean) {
        super(out);
        this.in = in;
        this.n = n;
        this.block = n / 2;
        this.mean = mean;
        this.raw = new double[2 * block];
        this.suffixes = new double[4 * block];
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        mark(f);
        if (filled == block) {
            turn();
        }
        double x = in.num;
        raw[side + filled] = x;
        double next = sum + x;
        error += SumAggregate.errorOf(sum, x, next);
        sum = next;
        double nextCurrent = current + x;
        currentError += SumAggregate.errorOf(current, x, nextCurrent);
        current = nextCurrent;
        filled++;
        extendSuffixes();
        if (seen < n && ++seen < n) {
            out.none(Slot.WARMING_UP);
            return;
        }
        double total = total();
        out.put(mean ? total / n : total);
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }

    /** The sum of the window. */
    private double total() {
        int older = n - block - filled;
        if (older == 0) {
            return SumAggregate.total(sum, error);
        }
        int at = side + block - older;
        double suffix = suffixes[at];
        double all = suffix + sum;
        double lost = SumAggregate.errorOf(suffix, sum, all) + (suffixes[2 * block + at] + error);
        return SumAggregate.total(all, lost);
    }

    private void turn() {
        side = block - side;
        filled = 0;
        sum = current;
        error = currentError;
        current = 0;
        currentError = 0;
    }

    private void extendSuffixes() {
        int at = block - side + block - filled;
        double x = raw[at];
        if (filled == 1) {
            suffixes[at] = 0 + x;
            suffixes[2 * block + at] = SumAggregate.errorOf(0, x, x);
        } else {
            double suffix = suffixes[at + 1];
            double next = suffix + x;
            suffixes[at] = next;
            suffixes[2 * block + at] = suffixes[2 * block + at + 1] + SumAggregate.errorOf(suffix, x, next);
        }
    }

    private void mark(Frame f) {
        moved = f.pass;
        markSum = sum;
        markError = error;
        markCurrent = current;
        markCurrentError = currentError;
        markFilled = filled;
        markSide = side;
        markSeen = seen;
    }

    @Override
    void undo() {
        sum = markSum;
        error = markError;
        current = markCurrent;
        currentError = markCurrentError;
        filled = markFilled;
        side = markSide;
        seen = markSeen;
    }

    @Override
    void save(StateOutput to) {
        to.writeInt(seen);
        to.writeInt(filled);
        to.writeBoolean(side > 0);
        to.writeDouble(sum);
        to.writeDouble(error);
        to.writeDouble(current);
        to.writeDouble(currentError);
        int other = block - side;
        Doubles.write(raw, side, filled, to);
        Doubles.write(raw, other, block - filled, to);
        for (int half = 0; half <= 2 * block; half += 2 * block) {
            Doubles.write(suffixes, half + side + filled, block - filled, to);
            Doubles.write(suffixes, half + other + block - filled, filled, to);
        }
    }

    @Override
    void load(StateInput from) {
        seen = from.readInt();
        filled = from.readInt();
        side = from.readBoolean() ? block : 0;
        CountWindowOp.check(n, block, seen, filled);
        sum = from.readDouble();
        error = from.readDouble();
        current = from.readDouble();
        currentError = from.readDouble();
        int other = block - side;
        Doubles.read(raw, side, filled, from);
        Doubles.read(raw, other, block - filled, from);
        for (int half = 0; half <= 2 * block; half += 2 * block) {
            Doubles.read(suffixes, half + side + filled, block - filled, from);
            Doubles.read(suffixes, half + other + block - filled, filled, from);
        }
    }
}
