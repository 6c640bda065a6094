package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import io.streamsboot.graph.value.Runt;
import io.streamsboot.graph.value.Zone;

/**
 * Watches a signal between two levels: for pulses that do not rise high enough, or for entering and leaving. Where it is first
 * seen is no event. A NaN is passed over.
 */
final class BandOp extends Op.Stateful {

    private static final byte UNKNOWN = 0;
    private static final byte BELOW = 1;
    private static final byte INSIDE = 2;
    private static final byte ABOVE = 3;

    private final Slot in;
    private final double low;
    private final double high;
    private final boolean runts;
    private byte place = UNKNOWN;
    private double peak;
    private boolean judged;
    private byte markPlace;
    private double markPeak;
    private boolean markJudged;

    BandOp(Slot out, Slot in, double low, double high, boolean runts) {
        super(out);
        this.in = in;
        this.low = low;
        this.high = high;
        this.runts = runts;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        out.moved = f.pass;
        markPlace = place;
        markPeak = peak;
        markJudged = judged;
        double x = in.num;
        out.none(place == UNKNOWN ? Slot.WARMING_UP : Slot.FILTERED_OUT);
        if (!Double.isNaN(x)) {
            byte now = x < low ? BELOW : x <= high ? INSIDE : ABOVE;
            if (runts) {
                pulse(now, x);
            } else {
                zone(now);
            }
            place = now;
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void pulse(byte now, double x) {
        if (now == BELOW) {
            if (place > BELOW && judged) {
                out.putObject(new Runt(peak < high, peak));
            }
            judged = true;
            peak = Double.NEGATIVE_INFINITY;
        } else {
            peak = place <= BELOW ? x : Math.max(peak, x);
        }
    }

    private void zone(byte now) {
        if (place == UNKNOWN) {
            return;
        }
        if (now == INSIDE && place != INSIDE) {
            out.putObject(Zone.ENTERED);
        } else if (now != INSIDE && place == INSIDE) {
            out.putObject(now == BELOW ? Zone.EXITED_LOW : Zone.EXITED_HIGH);
        }
    }

    @Override
    void undo() {
        place = markPlace;
        peak = markPeak;
        judged = markJudged;
    }

    @Override
    void save(StateOutput to) {
        to.writeByte(place);
        to.writeDouble(peak);
        to.writeBoolean(judged);
    }

    @Override
    void load(StateInput from) {
        place = from.readByte();
        peak = from.readDouble();
        judged = from.readBoolean();
    }
}
