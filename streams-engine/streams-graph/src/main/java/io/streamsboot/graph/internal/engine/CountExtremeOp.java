package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * Minimum or maximum of the last {@code n} values: {@link CountWindowOp} with {@link ExtremeAggregate}, written out for speed.
 * A minimum is the negated maximum of the negated values.
 */
final class CountExtremeOp extends Op.Stateful {

    private final Slot in;
    private final int n;
    private final int block;
    private final boolean max;

    private final double[] raw;
    private final double[] suffixes;
    private double most = Double.NEGATIVE_INFINITY;
    private double current = Double.NEGATIVE_INFINITY;
    private int filled;
    private int side;
    private int seen;
    private double markMost;
    private double markCurrent;
    private int markFilled;
    private int markSide;
    private int markSeen;

    CountExtremeOp(Slot out, Slot in, int n, boolean max) {
        super(out);
        this.in = in;
        this.n = n;
        this.block = n / 2;
        this.max = max;
        this.raw = new double[2 * block];
        this.suffixes = new double[2 * block];
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        mark(f);
        if (filled == block) {
            side = block - side;
            filled = 0;
            most = current;
            current = Double.NEGATIVE_INFINITY;
        }
        double x = max ? in.num : -in.num;
        raw[side + filled] = x;
        most = Math.max(most, x);
        current = Math.max(current, x);
        filled++;
        int at = block - side + block - filled;
        suffixes[at] = filled == 1 ? raw[at] : Math.max(suffixes[at + 1], raw[at]);
        if (seen < n && ++seen < n) {
            out.none(Slot.WARMING_UP);
            return;
        }
        int older = n - block - filled;
        double result = older == 0 ? most : Math.max(suffixes[side + block - older], most);
        out.put(max ? result : -result);
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void mark(Frame f) {
        out.moved = f.pass;
        markMost = most;
        markCurrent = current;
        markFilled = filled;
        markSide = side;
        markSeen = seen;
    }

    @Override
    void undo() {
        most = markMost;
        current = markCurrent;
        filled = markFilled;
        side = markSide;
        seen = markSeen;
    }

    @Override
    void save(StateOutput to) {
        to.writeInt(seen);
        to.writeInt(filled);
        to.writeBoolean(side > 0);
        to.writeDouble(most);
        to.writeDouble(current);
        int other = block - side;
        Doubles.write(raw, side, filled, to);
        Doubles.write(raw, other, block - filled, to);
        Doubles.write(suffixes, side + filled, block - filled, to);
        Doubles.write(suffixes, other + block - filled, filled, to);
    }

    @Override
    void load(StateInput from) {
        seen = from.readInt();
        filled = from.readInt();
        side = from.readBoolean() ? block : 0;
        CountWindowOp.check(n, block, seen, filled);
        most = from.readDouble();
        current = from.readDouble();
        int other = block - side;
        Doubles.read(raw, side, filled, from);
        Doubles.read(raw, other, block - filled, from);
        Doubles.read(suffixes, side + filled, block - filled, from);
        Doubles.read(suffixes, other + block - filled, filled, from);
    }
}
