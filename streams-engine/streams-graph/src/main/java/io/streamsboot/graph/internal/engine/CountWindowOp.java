package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate over the last {@code n} values, with the same small number of combines in every step.
 *
 * <p>Values are cut into blocks of half a window. While block C fills, the block B before it is turned into suffix
 * aggregates, one per step from its end, so that they are ready when C is full; the suffixes of block A, before B, were
 * readied like that earlier. The window is a suffix of A, all of B, and C so far: one running aggregate stands for B and C, one
 * for C alone, which becomes the former when C is full. A step appends twice, prepends once and combines once.
 *
 * <p>A and C share a place in both arrays: the raw values of A are no longer needed, nor are the suffixes of the block before
 * A.
 */
final class CountWindowOp extends Op.Stateful {

    private final Slot in;
    private final @Nullable Slot in2;
    private final int n;
    private final int block;
    private final int width;
    private final Aggregate aggregate;
    private final double[] raw;
    private final double[] raw2;
    private final double[] suffixes;

    /** B and C, C alone, and the two as they were marked. */
    private final double[] sums;

    private int filled;
    private int side;
    private int seen;
    private int markFilled;
    private int markSide;
    private int markSeen;

    /** {@code in2} is null for an aggregate of one input. */
    CountWindowOp(Slot out, Slot in, @Nullable Slot in2, int n, Aggregate aggregate) {
        super(out);
        this.in = in;
        this.in2 = in2;
        this.n = n;
        this.block = Math.max(1, n / 2);
        this.aggregate = aggregate;
        this.width = aggregate.width;
        this.raw = new double[2 * block];
        this.raw2 = in2 == null ? raw : new double[2 * block];
        this.suffixes = new double[2 * block * width];
        this.sums = new double[4 * width];
        aggregate.clear(sums, 0);
        aggregate.clear(sums, width);
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in) || (in2 != null && out.passesAbsence(in2))) {
            return;
        }
        mark(f);
        double x = in.num;
        double y = in2 == null ? 0 : in2.num;
        if (filled == block) {
            side ^= 1;
            filled = 0;
            for (int i = 0; i < width; i++) {
                sums[i] = sums[width + i];
            }
            aggregate.clear(sums, width);
        }
        int c = side * block + filled;
        raw[c] = x;
        if (in2 != null) {
            raw2[c] = y;
        }
        aggregate.append(sums, 0, block + filled, x, y);
        aggregate.append(sums, width, filled, x, y);
        filled++;
        extendSuffixes();
        if (seen < n) {
            seen++;
        }
        if (seen < n) {
            out.none(Slot.WARMING_UP);
        } else if (n == 1) {
            aggregate.result(sums, width, 1, aggregate.nothing, 0, 0, out);
        } else {
            int older = n - block - filled;
            if (older == 0) {
                aggregate.result(aggregate.nothing, 0, 0, sums, 0, n, out);
            } else {
                int a = (side * block + block - older) * width;
                aggregate.result(suffixes, a, older, sums, 0, block + filled, out);
            }
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void extendSuffixes() {
        int other = (side ^ 1) * block;
        int at = block - filled;
        int to = (other + at) * width;
        if (filled == 1) {
            aggregate.clear(suffixes, to);
        } else {
            for (int i = to; i < to + width; i++) {
                suffixes[i] = suffixes[i + width];
            }
        }
        aggregate.prepend(suffixes, to, filled - 1, raw[other + at], raw2[other + at]);
    }

    private void mark(Frame f) {
        out.moved = f.pass;
        markFilled = filled;
        markSide = side;
        markSeen = seen;
        for (int i = 0; i < 2 * width; i++) {
            sums[2 * width + i] = sums[i];
        }
    }

    @Override
    void undo() {
        filled = markFilled;
        side = markSide;
        seen = markSeen;
        System.arraycopy(sums, 2 * width, sums, 0, 2 * width);
    }

    @Override
    void save(StateOutput to) {
        to.writeInt(seen);
        to.writeInt(filled);
        to.writeBoolean(side == 1);
        Doubles.write(sums, 0, 2 * width, to);
        int own = side * block;
        int other = (side ^ 1) * block;
        saveRaw(own, filled, to);
        saveRaw(other, block - filled, to);
        Doubles.write(suffixes, (own + filled) * width, (block - filled) * width, to);
        Doubles.write(suffixes, (other + block - filled) * width, filled * width, to);
    }

    private void saveRaw(int from, int length, StateOutput to) {
        Doubles.write(raw, from, length, to);
        if (in2 != null) {
            Doubles.write(raw2, from, length, to);
        }
    }

    @Override
    void load(StateInput from) {
        seen = from.readInt();
        filled = from.readInt();
        side = from.readBoolean() ? 1 : 0;
        check(n, block, seen, filled);
        Doubles.read(sums, 0, 2 * width, from);
        int own = side * block;
        int other = (side ^ 1) * block;
        loadRaw(own, filled, from);
        loadRaw(other, block - filled, from);
        Doubles.read(suffixes, (own + filled) * width, (block - filled) * width, from);
        Doubles.read(suffixes, (other + block - filled) * width, filled * width, from);
    }

    private void loadRaw(int at, int length, StateInput from) {
        Doubles.read(raw, at, length, from);
        if (in2 != null) {
            Doubles.read(raw2, at, length, from);
        }
    }

    static void check(int n, int block, int seen, int filled) {
        if (seen < 0 || seen > n || filled < 0 || filled > block) {
            throw new IllegalArgumentException("the state of a window of " + n + " values is damaged: " + seen
                    + " values seen, " + filled + " in a block of " + block);
        }
    }
}
