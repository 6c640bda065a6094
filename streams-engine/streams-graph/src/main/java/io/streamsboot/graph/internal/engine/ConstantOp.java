package io.streamsboot.graph.internal.engine;

/** The same number in every step. */
final class ConstantOp extends Op {

    private final double value;

    ConstantOp(Slot out, double value) {
        super(out);
        this.value = value;
    }

    @Override
    void compute(Frame f) {
        out.put(value);
    }
}
