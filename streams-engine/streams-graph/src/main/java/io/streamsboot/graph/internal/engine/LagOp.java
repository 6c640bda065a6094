package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/** The value {@code n} values ago. The ring has one place more than it needs, so that a step can be taken back. */
final class LagOp extends Op.Stateful {

    private final Slot in;
    private final int n;
    private final double[] ring;
    private int next;
    private int seen;
    private int markNext;
    private int markSeen;

    LagOp(Slot out, Slot in, int n) {
        super(out);
        this.in = in;
        this.n = n;
        this.ring = new double[n + 1];
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        out.moved = f.pass;
        markNext = next;
        markSeen = seen;
        double x = in.num;
        int oldest = next == n ? 0 : next + 1;
        if (seen < n) {
            seen++;
            out.none(Slot.WARMING_UP);
        } else {
            out.put(ring[oldest]);
        }
        ring[next] = x;
        next = oldest;
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    void undo() {
        next = markNext;
        seen = markSeen;
    }

    @Override
    void save(StateOutput to) {
        to.writeInt(seen);
        for (int i = seen; i > 0; i--) {
            to.writeDouble(ring[Math.floorMod(next - i, n + 1)]);
        }
    }

    @Override
    void load(StateInput from) {
        seen = from.readLength(Double.BYTES);
        if (seen > n) {
            throw new IllegalArgumentException(
                    "the state of a lag of " + n + " values is damaged: it holds " + seen + " values");
        }
        Doubles.read(ring, 0, seen, from);
        next = seen;
    }
}
