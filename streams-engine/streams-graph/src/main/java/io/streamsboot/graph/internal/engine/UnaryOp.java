package io.streamsboot.graph.internal.engine;

/** Functions of one number. A result that is NaN although the argument is not lies outside the domain. */
public final class UnaryOp extends Op {

    /** The function. */
    public enum Function {
        ABS,
        NEGATE,
        SQRT,
        LN,
        LOG10,
        LOG2,
        EXP,
        FLOOR,
        CEIL,
        ROUND,
        SIGN,
        NOT
    }

    private static final double LN2 = StrictMath.log(2);
    private static final double SQRT2 = StrictMath.sqrt(2);

    private final Slot in;
    private final Function function;

    UnaryOp(Slot out, Slot in, Function function) {
        super(out);
        this.in = in;
        this.function = function;
    }

    @Override
    void compute(Frame f) {
        if (out.passesAbsence(in)) {
            return;
        }
        double x = in.num;
        switch (function) {
            case ABS -> out.put(Math.abs(x));
            case NEGATE -> out.put(-x);
            case SQRT -> within(x >= 0, x, Math.sqrt(x));
            case LN -> within(x > 0, x, StrictMath.log(x));
            case LOG10 -> within(x > 0, x, StrictMath.log10(x));
            case LOG2 -> within(x > 0, x, log2(x));
            case EXP -> out.put(StrictMath.exp(x));
            case FLOOR -> out.put(Math.floor(x));
            case CEIL -> out.put(Math.ceil(x));
            case ROUND -> out.put(Math.rint(x));
            case SIGN -> out.put(Math.signum(x));
            case NOT -> out.put(x == 0 ? 1 : 0);
        }
    }

    @Override
    void step(Frame f, Op[] ops) {
        compute(f);
        ops[++f.at].step(f, ops);
    }

    /** Exact for powers of two, and without cancellation around 1. */
    private static double log2(double x) {
        if (!(x > 0) || Double.isInfinite(x)) {
            return StrictMath.log(x);
        }
        int exponent = Math.getExponent(x);
        if (exponent < Double.MIN_EXPONENT) {
            return log2(x * 0x1p54) - 54;
        }
        double mantissa = Math.scalb(x, -exponent);
        if (mantissa > SQRT2) {
            exponent++;
            mantissa /= 2;
        }
        return exponent + StrictMath.log(mantissa) / LN2;
    }

    private void within(boolean domain, double x, double result) {
        if (domain || Double.isNaN(x)) {
            out.put(result);
        } else {
            out.none(Slot.DOMAIN_ERROR);
        }
    }
}
