package io.streamsboot.graph.internal.engine;

/** The first of two nodes that has a value in this step; without any, the reason of the first. */
final class ChoiceOp extends Op {

    private final Slot first;
    private final Slot second;

    ChoiceOp(Slot out, Slot first, Slot second) {
        super(out);
        this.first = first;
        this.second = second;
    }

    @Override
    void compute(Frame f) {
        Slot chosen = first.absent == Slot.PRESENT || second.absent != Slot.PRESENT ? first : second;
        if (!out.passesAbsence(chosen)) {
            out.putAs(chosen);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }
}
