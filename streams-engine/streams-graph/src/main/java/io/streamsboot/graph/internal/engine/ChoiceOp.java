package io.streamsboot.graph.internal.engine;

/** The first of two nodes that has a value in this step; without any, the reason of the first. */
final class ChoiceOp extends Op {

    private final Slot first;
    private final Slot second;

    ChoiceOp(int out, Slot first, Slot second) {
        super(out);
        this.first = first;
        this.second = second;
    }

    @Override
    void compute(Frame f) {
        Slot chosen =
                f.absent[first.index()] == Frame.PRESENT || f.absent[second.index()] != Frame.PRESENT ? first : second;
        if (f.passesAbsence(chosen.index(), out)) {
            return;
        }
        if (first.number()) {
            f.put(out, f.num[chosen.index()]);
        } else {
            f.putObject(out, f.object(chosen));
        }
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }
}
