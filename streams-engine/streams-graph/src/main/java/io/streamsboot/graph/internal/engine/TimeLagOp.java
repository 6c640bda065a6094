package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * What a look into the recent past gives: the value that was current a span ago, or the rate of change since the oldest value
 * of the span.
 */
final class TimeLagOp extends Op.Stateful {

    private final int in;
    private final long span;
    private final boolean rate;
    private final TimeRing ring = new TimeRing();

    TimeLagOp(int out, int in, long span, boolean rate) {
        super(out);
        this.in = in;
        this.span = span;
        this.rate = rate;
    }

    @Override
    void compute(Frame f) {
        if (f.passesAbsence(in, out)) {
            return;
        }
        moved = f.pass;
        ring.mark();
        double x = f.num[in];
        ring.append(f.now, x);
        long until = f.now - span;
        if (rate) {
            while (ring.time(0) <= until) {
                ring.evict();
            }
            if (ring.size() == 1) {
                f.none(out, Frame.WARMING_UP);
            } else {
                RateOp.rate(x - ring.value(0), f.now - ring.time(0), f, out);
            }
        } else {
            while (ring.size() > 1 && ring.time(1) <= until) {
                ring.evict();
            }
            if (ring.time(0) <= until) {
                f.put(out, ring.value(0));
            } else {
                f.none(out, Frame.WARMING_UP);
            }
        }
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }

    @Override
    void undo() {
        ring.undo();
    }

    @Override
    void save(StateOutput to) {
        ring.save(to);
    }

    @Override
    void load(StateInput from) {
        ring.load(from);
    }
}
