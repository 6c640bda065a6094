package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/**
 * Relative strength of changes with Wilder's smoothing: means of the first {@code n} gains and losses, then moved by 1/n of
 * the distance. A change that is not finite is answered with NaN and not taken in.
 */
final class WilderOp extends Op.Stateful {

    private final Slot in;
    private final int n;
    private double gain;
    private double loss;
    private int seen;
    private double markGain;
    private double markLoss;
    private int markSeen;

    WilderOp(Slot out, Slot in, int n) {
        super(out);
        this.in = in;
        this.n = n;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        double change = in.num;
        if (!Double.isFinite(change)) {
            out.put(Double.NaN);
            return;
        }
        out.moved = f.pass;
        markGain = gain;
        markLoss = loss;
        markSeen = seen;
        double up = Math.max(change, 0.0);
        double down = Math.max(-change, 0.0);
        if (seen < n) {
            gain += up;
            loss += down;
            if (++seen == n) {
                gain /= n;
                loss /= n;
            }
        } else {
            gain += (up - gain) / n;
            loss += (down - loss) / n;
        }
        if (seen < n) {
            out.none(Slot.WARMING_UP);
        } else {
            StrengthAggregate.strength(gain, loss, out);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    void undo() {
        gain = markGain;
        loss = markLoss;
        seen = markSeen;
    }

    @Override
    void save(StateOutput to) {
        to.writeDouble(gain);
        to.writeDouble(loss);
        to.writeInt(seen);
    }

    @Override
    void load(StateInput from) {
        gain = from.readDouble();
        loss = from.readDouble();
        seen = from.readInt();
    }
}
