package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/** Change since the value before, per second. Of values at one instant the last is the one that the next is compared with. */
final class RateOp extends Op.Stateful {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Slot in;
    private double previous;
    private long time;
    private boolean started;
    private double markPrevious;
    private long markTime;
    private boolean markStarted;

    RateOp(Slot out, Slot in) {
        super(out);
        this.in = in;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        out.moved = f.pass;
        markPrevious = previous;
        markTime = time;
        markStarted = started;
        double x = in.num;
        if (started) {
            rate(x - previous, f.now - time, out);
        } else {
            out.none(Slot.WARMING_UP);
        }
        previous = x;
        time = f.now;
        started = true;
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    static void rate(double change, long nanos, Slot out) {
        if (nanos == 0) {
            out.none(Slot.ZERO_TIME_DELTA);
        } else {
            out.put(change / (nanos / NANOS_PER_SECOND));
        }
    }

    @Override
    void undo() {
        previous = markPrevious;
        time = markTime;
        started = markStarted;
    }

    @Override
    void save(StateOutput to) {
        to.writeDouble(previous);
        to.writeLong(time);
        to.writeBoolean(started);
    }

    @Override
    void load(StateInput from) {
        previous = from.readDouble();
        time = from.readLong();
        started = from.readBoolean();
    }
}
