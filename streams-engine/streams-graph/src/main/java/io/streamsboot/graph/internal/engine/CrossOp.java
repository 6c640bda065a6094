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

    /** The same for all keys. */
    private static final class Common {

        final Slot in;
        final Slot level;
        final double margin;
        final @Nullable Crossing only;
        byte side;

        Common(Slot in, Slot level, double margin, @Nullable Crossing only) {
            this.in = in;
            this.level = level;
            this.margin = margin;
            this.only = only;
        }
    }

    private final Common common;
    private byte side;

    /** {@code only} is the direction that is said, or null for both. */
    CrossOp(Slot out, Slot in, Slot level, double margin, @Nullable Crossing only) {
        super(out);
        this.common = out.common(Common.class, () -> new Common(in, level, margin, only));
    }

    @Override
    void compute(Frame f) {
        Common c = common;
        if (out.passesAbsence(c.in) || out.passesAbsence(c.level)) {
            return;
        }
        out.moved = f.pass;
        c.side = side;
        double x = c.in.num;
        double at = c.level.num;
        out.none(Slot.FILTERED_OUT);
        if (x > at + c.margin) {
            turn((byte) 1, Crossing.UP);
        } else if (x < at - c.margin) {
            turn((byte) -1, Crossing.DOWN);
        } else if (side == 0) {
            out.none(Slot.WARMING_UP);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void turn(byte to, Crossing crossing) {
        if (side == 0) {
            out.none(Slot.WARMING_UP);
        } else if (side != to && (common.only == null || common.only == crossing)) {
            out.putObject(crossing);
        }
        side = to;
    }

    @Override
    void undo() {
        side = common.side;
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
