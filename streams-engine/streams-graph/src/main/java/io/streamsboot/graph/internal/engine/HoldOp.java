package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/** The value of this step, or of the last step that had one. */
final class HoldOp extends Op.Stateful {

    private final Slot in;
    private double held;
    private boolean present;
    private double markHeld;
    private boolean markPresent;

    HoldOp(Slot out, Slot in) {
        super(out);
        this.in = in;
    }

    @Override
    void compute(Frame f) {
        if (in.absent == Slot.PRESENT) {
            out.moved = f.pass;
            markHeld = held;
            markPresent = present;
            held = in.num;
            present = true;
        }
        if (present) {
            out.put(held);
        } else {
            out.none(in.absent);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    @Override
    void undo() {
        held = markHeld;
        present = markPresent;
    }

    @Override
    void save(StateOutput to) {
        to.writeBoolean(present);
        to.writeDouble(held);
    }

    @Override
    void load(StateInput from) {
        present = from.readBoolean();
        held = from.readDouble();
    }
}
