package io.streamsboot.graph.internal.engine;

/** Functions of two numbers. Comparisons give 1 or 0, and 0 when one side is NaN. */
public final class BinaryOp extends Op {

    /** The function. */
    public enum Function {
        PLUS,
        MINUS,
        TIMES,
        DIVIDE,
        POW,
        MIN,
        MAX,
        GREATER,
        GREATER_OR_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        AND,
        OR,
        WHEN
    }

    private final Slot left;
    private final Slot right;
    private final Function function;

    BinaryOp(Slot out, Slot left, Slot right, Function function) {
        super(out);
        this.left = left;
        this.right = right;
        this.function = function;
    }

    /** What the commonest functions do, without a choice in every step. */
    static Op of(Slot out, Slot left, Slot right, Function function) {
        return switch (function) {
            case PLUS ->
                new Op(out) {
                    @Override
                    void compute(Frame f) {
                        if (!out.passesAbsence(left) && !out.passesAbsence(right)) {
                            out.put(left.num + right.num);
                        }
                    }

                    @Override
                    void step(Frame f, Op[] ops) {
                        compute(f);
                        ops[++f.at].step(f, ops);
                    }
                };
            case MINUS ->
                new Op(out) {
                    @Override
                    void compute(Frame f) {
                        if (!out.passesAbsence(left) && !out.passesAbsence(right)) {
                            out.put(left.num - right.num);
                        }
                    }

                    @Override
                    void step(Frame f, Op[] ops) {
                        compute(f);
                        ops[++f.at].step(f, ops);
                    }
                };
            case TIMES ->
                new Op(out) {
                    @Override
                    void compute(Frame f) {
                        if (!out.passesAbsence(left) && !out.passesAbsence(right)) {
                            out.put(left.num * right.num);
                        }
                    }

                    @Override
                    void step(Frame f, Op[] ops) {
                        compute(f);
                        ops[++f.at].step(f, ops);
                    }
                };
            default -> new BinaryOp(out, left, right, function);
        };
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(left) || out.passesAbsence(right)) {
            return;
        }
        double a = left.num;
        double b = right.num;
        switch (function) {
            case PLUS, MINUS, TIMES -> throw new IllegalStateException(function + " has an operator of its own");
            case DIVIDE -> divide(a, b);
            case POW -> pow(a, b);
            case MIN -> out.put(Math.min(a, b));
            case MAX -> out.put(Math.max(a, b));
            case GREATER -> out.put(a > b ? 1 : 0);
            case GREATER_OR_EQUAL -> out.put(a >= b ? 1 : 0);
            case LESS -> out.put(a < b ? 1 : 0);
            case LESS_OR_EQUAL -> out.put(a <= b ? 1 : 0);
            case AND -> out.put(a != 0 && b != 0 ? 1 : 0);
            case OR -> out.put(a != 0 || b != 0 ? 1 : 0);
            case WHEN -> when(a, b);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    private void divide(double a, double b) {
        if (b == 0) {
            out.none(Slot.DIVIDE_BY_ZERO);
        } else {
            out.put(a / b);
        }
    }

    private void pow(double a, double b) {
        if (a == 0 && b < 0) {
            out.none(Slot.DIVIDE_BY_ZERO);
        } else if (a < 0 && !Double.isInfinite(a) && !Double.isInfinite(b) && b != Math.rint(b)) {
            out.none(Slot.DOMAIN_ERROR);
        } else {
            out.put(StrictMath.pow(a, b));
        }
    }

    private void when(double a, double condition) {
        if (condition == 0) {
            out.none(Slot.FILTERED_OUT);
        } else {
            out.put(a);
        }
    }
}
