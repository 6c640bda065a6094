package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * What a look into the recent past gives: the value that was current a span ago, or the rate of change since the oldest value
 * of the span.
 */
final class TimeLagOp extends Op.Stateful {

    private final Slot in;
    private final long span;
    private final boolean rate;
    private final TimeRing ring = new TimeRing();

    TimeLagOp(Slot out, Slot in, long span, boolean rate) {
        super(out);
        this.in = in;
        this.span = span;
        this.rate = rate;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        out.moved = f.pass;
        ring.mark();
        double x = in.num;
        ring.append(f.now, x);
        long until = f.now - span;
        if (rate) {
            while (ring.time(0) <= until) {
                ring.evict();
            }
            if (ring.size() == 1) {
                out.none(Slot.WARMING_UP);
            } else {
                RateOp.rate(x - ring.value(0), f.now - ring.time(0), out);
            }
        } else {
            while (ring.size() > 1 && ring.time(1) <= until) {
                ring.evict();
            }
            if (ring.time(0) <= until) {
                out.put(ring.value(0));
            } else {
                out.none(Slot.WARMING_UP);
            }
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
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
