package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;
import io.streamsboot.graph.value.Crossing;
import org.jspecify.annotations.Nullable;

/**
 * Says when a signal changes sides. It is above when it exceeds the level by more than the margin, below likewise, and in
 * between it stays where it was. The first side that it takes is no crossing.
 */
final class CrossOp extends Op.Stateful {

    private final Slot in;
    private final Slot level;
    private final double margin;
    private final @Nullable Crossing only;
    private byte side;
    private byte markSide;

    /** {@code only} is the direction that is said, or null for both. */
    CrossOp(Slot out, Slot in, Slot level, double margin, @Nullable Crossing only) {
        super(out);
        this.in = in;
        this.level = level;
        this.margin = margin;
        this.only = only;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in) || out.passesAbsence(level)) {
            return;
        }
        moved = f.pass;
        markSide = side;
        double x = in.num;
        double at = level.num;
        out.none(Slot.FILTERED_OUT);
        if (x > at + margin) {
            turn((byte) 1, Crossing.UP);
        } else if (x < at - margin) {
            turn((byte) -1, Crossing.DOWN);
        } else if (side == 0) {
            out.none(Slot.WARMING_UP);
        }
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }

    private void turn(byte to, Crossing crossing) {
        if (side == 0) {
            out.none(Slot.WARMING_UP);
        } else if (side != to && (only == null || only == crossing)) {
            out.putObject(crossing);
        }
        side = to;
    }

    @Override
    void undo() {
        side = markSide;
    }

    @Override
    void save(StateOutput to) {
        to.writeByte(side);
    }

    @Override
    void load(StateInput from) {
        side = from.readByte();
    }
}
