package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * Sum or mean over the last {@code n} values: {@link CountWindowOp} with {@link SumAggregate}, written out for speed. Both give
 * the same bits.
 *
 * <p>A value and the suffix sum that it becomes part of share one place, since nobody asks for the value any more; so do the
 * errors of both halves, of which one is filled from the other end. All that a step touches lies close together.
 */
final class CountSumOp extends Op.Stateful {

    /** The same for all keys. */
    private static final class Common {

        final Slot in;
        final int n;
        final int block;
        final boolean mean;

        double sum;
        double error;
        double current;
        double currentError;
        int filled;
        int side;
        int seen;

        /** What the value that came, the sum that was prepared and its error took the places of. */
        double replaced;

        double prepared;
        double preparedError;

        Common(Slot in, int n, boolean mean) {
            this.in = in;
            this.n = n;
            this.block = n / 2;
            this.mean = mean;
        }
    }

    private final Common common;

    /**
     * The halves, each of {@code block} places, and the errors of their sums. A half that is being filled has its values in
     * front, and behind them suffix sums of what it had before; the other has suffix sums at its end.
     */
    private final double[] window;

    private double sum;
    private double error;
    private double current;
    private double currentError;
    private int filled;

    /** Where the half that is being filled begins: 0 or {@code block}. */
    private int side;

    private int seen;

    CountSumOp(Slot out, Slot in, int n, boolean mean) {
        super(out);
        this.common = out.common(Common.class, () -> new Common(in, n, mean));
        this.window = new double[3 * common.block];
    }

    @Override
    void compute(Frame f) {
        Common c = common;
        Slot in = c.in;
        if (out.passesAbsence(in)) {
            return;
        }
        int n = c.n;
        int block = c.block;
        mark(f, c);
        if (filled == block) {
            turn(block);
        }
        double x = in.num;
        double next = sum + x;
        error += SumAggregate.errorOf(sum, x, next);
        sum = next;
        double nextCurrent = current + x;
        currentError += SumAggregate.errorOf(current, x, nextCurrent);
        current = nextCurrent;
        filled++;
        int older = n - block - filled;
        double total = older == 0 ? SumAggregate.total(sum, error) : total(block - older, block);
        put(c, x, block);
        if (seen < n && ++seen < n) {
            out.none(Slot.WARMING_UP);
        } else {
            out.put(c.mean ? total / n : total);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    /** The sum of the window, of which the oldest part is a suffix of what the half had before. */
    private double total(int from, int block) {
        double suffix = window[side + from];
        double all = suffix + sum;
        double lost = SumAggregate.errorOf(suffix, sum, all) + (window[errorAt(side, from, block)] + error);
        return SumAggregate.total(all, lost);
    }

    private void turn(int block) {
        side = block - side;
        filled = 0;
        sum = current;
        error = currentError;
        current = 0;
        currentError = 0;
    }

    /** Takes the value that came into one half, and makes one more value of the other part of its suffix sums. */
    private void put(Common c, double x, int block) {
        int place = side + filled - 1;
        c.replaced = window[place];
        window[place] = x;
        int other = block - side;
        int at = block - filled;
        int errorAt = errorAt(other, at, block);
        double value = window[other + at];
        c.prepared = value;
        c.preparedError = window[errorAt];
        if (filled == 1) {
            window[other + at] = 0 + value;
            window[errorAt] = SumAggregate.errorOf(0, value, value);
        } else {
            double suffix = window[other + at + 1];
            double next = suffix + value;
            window[other + at] = next;
            window[errorAt] = window[errorAt(other, at + 1, block)] + SumAggregate.errorOf(suffix, value, next);
        }
    }

    /** Where the error of a suffix sum is: those of the second half begin at the end, so that both never meet. */
    private static int errorAt(int half, int at, int block) {
        return 2 * block + (half == 0 ? at : block - 1 - at);
    }

    private void mark(Frame f, Common c) {
        out.moved = f.pass;
        c.sum = sum;
        c.error = error;
        c.current = current;
        c.currentError = currentError;
        c.filled = filled;
        c.side = side;
        c.seen = seen;
    }

    @Override
    void undo() {
        Common c = common;
        int other = c.block - side;
        int at = c.block - filled;
        window[side + filled - 1] = c.replaced;
        window[other + at] = c.prepared;
        window[errorAt(other, at, c.block)] = c.preparedError;
        sum = c.sum;
        error = c.error;
        current = c.current;
        currentError = c.currentError;
        filled = c.filled;
        side = c.side;
        seen = c.seen;
    }

    @Override
    void save(StateOutput to) {
        int block = common.block;
        to.writeInt(seen);
        to.writeInt(filled);
        to.writeBoolean(side > 0);
        to.writeDouble(sum);
        to.writeDouble(error);
        to.writeDouble(current);
        to.writeDouble(currentError);
        int other = block - side;
        Doubles.write(window, side, filled, to);
        Doubles.write(window, other, block - filled, to);
        Doubles.write(window, side + filled, block - filled, to);
        Doubles.write(window, other + block - filled, filled, to);
        for (int at = filled; at < block; at++) {
            to.writeDouble(window[errorAt(side, at, block)]);
        }
        for (int at = block - filled; at < block; at++) {
            to.writeDouble(window[errorAt(other, at, block)]);
        }
    }

    @Override
    void load(StateInput from) {
        int block = common.block;
        seen = from.readInt();
        filled = from.readInt();
        side = from.readBoolean() ? block : 0;
        CountWindowOp.check(common.n, block, seen, filled);
        sum = from.readDouble();
        error = from.readDouble();
        current = from.readDouble();
        currentError = from.readDouble();
        int other = block - side;
        Doubles.read(window, side, filled, from);
        Doubles.read(window, other, block - filled, from);
        Doubles.read(window, side + filled, block - filled, from);
        Doubles.read(window, other + block - filled, filled, from);
        for (int at = filled; at < block; at++) {
            window[errorAt(side, at, block)] = from.readDouble();
        }
        for (int at = block - filled; at < block; at++) {
            window[errorAt(other, at, block)] = from.readDouble();
        }
    }
}
