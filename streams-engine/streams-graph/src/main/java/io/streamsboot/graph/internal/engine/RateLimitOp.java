package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/** Passes at most {@code n} values within any span of time; the ring has the times of those that passed last. */
final class RateLimitOp extends Op.Stateful {

    private final Slot in;
    private final int n;
    private final long span;
    private final long[] passed;
    private int next;
    private int count;
    private int markNext;
    private int markCount;

    RateLimitOp(Slot out, Slot in, int n, long span) {
        super(out);
        this.in = in;
        this.n = n;
        this.span = span;
        this.passed = new long[n + 1];
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        out.moved = f.pass;
        markNext = next;
        markCount = count;
        int oldest = Math.floorMod(next - n, n + 1);
        if (count == n && passed[oldest] > f.now - span) {
            out.none(Slot.FILTERED_OUT);
            return;
        }
        passed[next] = f.now;
        next = next == n ? 0 : next + 1;
        count = Math.min(n, count + 1);
        out.putAs(in);
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    void undo() {
        next = markNext;
        count = markCount;
    }

    @Override
    void save(StateOutput to) {
        to.writeInt(count);
        for (int i = count; i > 0; i--) {
            to.writeLong(passed[Math.floorMod(next - i, n + 1)]);
        }
    }

    @Override
    void load(StateInput from) {
        count = from.readLength(Long.BYTES);
        if (count > n) {
            throw new IllegalArgumentException(
                    "the state of a limit of " + n + " values is damaged: it holds " + count + " times");
        }
        for (int i = 0; i < count; i++) {
            passed[i] = from.readLong();
        }
        next = count % (n + 1);
    }
}
