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

    private final int left;
    private final int right;
    private final Function function;

    BinaryOp(int out, int left, int right, Function function) {
        super(out);
        this.left = left;
        this.right = right;
        this.function = function;
    }

    /** What the commonest functions do, without a choice in every step. */
    static Op of(int out, int left, int right, Function function) {
        return switch (function) {
            case PLUS ->
                new Op(out) {
                    @Override
                    void compute(Frame f) {
                        if (!f.passesAbsence(left, out) && !f.passesAbsence(right, out)) {
                            f.put(out, f.num[left] + f.num[right]);
                        }
                    }

                    @Override
                    void step(Frame f) {
                        compute(f);
                        f.ops[++f.at].step(f);
                    }
                };
            case MINUS ->
                new Op(out) {
                    @Override
                    void compute(Frame f) {
                        if (!f.passesAbsence(left, out) && !f.passesAbsence(right, out)) {
                            f.put(out, f.num[left] - f.num[right]);
                        }
                    }

                    @Override
                    void step(Frame f) {
                        compute(f);
                        f.ops[++f.at].step(f);
                    }
                };
            case TIMES ->
                new Op(out) {
                    @Override
                    void compute(Frame f) {
                        if (!f.passesAbsence(left, out) && !f.passesAbsence(right, out)) {
                            f.put(out, f.num[left] * f.num[right]);
                        }
                    }

                    @Override
                    void step(Frame f) {
                        compute(f);
                        f.ops[++f.at].step(f);
                    }
                };
            default -> new BinaryOp(out, left, right, function);
        };
    }

    @Override
    void compute(Frame f) {
        if (f.passesAbsence(left, out) || f.passesAbsence(right, out)) {
            return;
        }
        double a = f.num[left];
        double b = f.num[right];
        switch (function) {
            case PLUS, MINUS, TIMES -> throw new IllegalStateException(function + " has an operator of its own");
            case DIVIDE -> divide(a, b, f);
            case POW -> pow(a, b, f);
            case MIN -> f.put(out, Math.min(a, b));
            case MAX -> f.put(out, Math.max(a, b));
            case GREATER -> f.put(out, a > b ? 1 : 0);
            case GREATER_OR_EQUAL -> f.put(out, a >= b ? 1 : 0);
            case LESS -> f.put(out, a < b ? 1 : 0);
            case LESS_OR_EQUAL -> f.put(out, a <= b ? 1 : 0);
            case AND -> f.put(out, a != 0 && b != 0 ? 1 : 0);
            case OR -> f.put(out, a != 0 || b != 0 ? 1 : 0);
            case WHEN -> when(a, b, f);
        }
    }

    @Override
    void step(Frame f) {
        compute(f);
        f.ops[++f.at].step(f);
    }

    private void divide(double a, double b, Frame f) {
        if (b == 0) {
            f.none(out, Frame.DIVIDE_BY_ZERO);
        } else {
            f.put(out, a / b);
        }
    }

    private void pow(double a, double b, Frame f) {
        if (a == 0 && b < 0) {
            f.none(out, Frame.DIVIDE_BY_ZERO);
        } else if (a < 0 && !Double.isInfinite(a) && !Double.isInfinite(b) && b != Math.rint(b)) {
            f.none(out, Frame.DOMAIN_ERROR);
        } else {
            f.put(out, StrictMath.pow(a, b));
        }
    }

    private void when(double a, double condition, Frame f) {
        if (condition == 0) {
            f.none(out, Frame.FILTERED_OUT);
        } else {
            f.put(out, a);
        }
    }
}
