package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.expression.internal.Values;
import io.streamsboot.pipeline.internal.time.Bits;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The exact sum of numbers, whatever their order. Doubles are kept as a few partial sums that do not overlap (J. Shewchuk,
 * Adaptive Precision Floating-Point Arithmetic, 1997), so that nothing is rounded before the end; what is too large for that,
 * and decimals, are added as decimals without a limit of digits.
 */
final class ExactSum {

    /** More than a double has, so that the last of them only says whether something is left. */
    private static final int KEPT_BITS = 70;

    private static final double LARGE = 0x1p960;
    private static final double SQUARE_LARGE = 0x1p480;
    private static final double SQUARE_SMALL = 0x1p-400;

    private BigInteger integers = BigInteger.ZERO;
    private long small;
    private double[] partials = new double[0];
    private BigDecimal rest = BigDecimal.ZERO;
    private boolean fractions;

    /** Adds a number of the language. */
    void add(Number value) {
        if (value instanceof Long number) {
            add((long) number);
        } else if (value instanceof Double number) {
            fractions = true;
            add((double) number);
        } else {
            rest = rest.add((BigDecimal) value);
        }
    }

    /** Adds the square of a number. */
    void addSquare(Number value) {
        if (value instanceof Long number) {
            if (number >= -Integer.MAX_VALUE && number <= Integer.MAX_VALUE) {
                add(number * number);
            } else {
                integers = integers.add(BigInteger.valueOf(number).pow(2));
            }
        } else if (value instanceof Double number) {
            fractions = true;
            double size = Math.abs(number);
            if (size > SQUARE_LARGE || (size < SQUARE_SMALL && size != 0)) {
                rest = rest.add(new BigDecimal(number).pow(2));
            } else {
                double square = number * number;
                add(square);
                add(Math.fma(number, number, -square));
            }
        } else {
            rest = rest.add(((BigDecimal) value).pow(2));
        }
    }

    private void add(long value) {
        long sum = small + value;
        if (((small ^ sum) & (value ^ sum)) < 0) {
            integers = integers.add(BigInteger.valueOf(small));
            sum = value;
        }
        small = sum;
    }

    private void add(double value) {
        if (Math.abs(value) > LARGE) {
            rest = rest.add(new BigDecimal(value));
            return;
        }
        double x = value;
        int kept = 0;
        double[] next = new double[partials.length + 1];
        for (double partial : partials) {
            double large = Math.abs(x) >= Math.abs(partial) ? x : partial;
            double little = Math.abs(x) >= Math.abs(partial) ? partial : x;
            double sum = large + little;
            double error = little - (sum - large);
            if (error != 0) {
                next[kept++] = error;
            }
            x = sum;
        }
        if (x != 0) {
            next[kept++] = x;
        }
        partials = kept == next.length ? next : Arrays.copyOf(next, kept);
    }

    void merge(ExactSum other) {
        add(other.small);
        integers = integers.add(other.integers);
        for (double partial : other.partials) {
            add(partial);
        }
        rest = rest.add(other.rest);
        fractions |= other.fractions;
    }

    /** The sum, without rounding. */
    BigDecimal exact() {
        BigDecimal sum = rest.add(new BigDecimal(integers.add(BigInteger.valueOf(small))));
        for (double partial : partials) {
            sum = sum.add(new BigDecimal(partial));
        }
        return sum;
    }

    /** Whether a double was among the numbers. */
    boolean hasDoubles() {
        return fractions;
    }

    /** The sum: an integer of integers, a double if a double was among them. A decimal if it fits neither. */
    Object value() {
        if (!fractions && integers.signum() == 0 && rest.signum() == 0) {
            return small;
        }
        return number(exact(), fractions);
    }

    /** A number of the language: what is too large for a double is a decimal. */
    static Object number(BigDecimal exact, boolean asDouble) {
        if (asDouble) {
            double value = exact.doubleValue();
            return Double.isFinite(value) ? (Object) (value + 0.0) : exact.round(Values.DECIMAL);
        }
        @Nullable BigInteger whole = exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0 ? exact.toBigInteger() : null;
        return whole != null && whole.bitLength() < Long.SIZE
                ? (Object) whole.longValue()
                : exact.round(Values.DECIMAL);
    }

    /** A mean as the double that is nearest to it, the even one of two: a quotient of many digits would be rounded twice. */
    static Object mean(BigDecimal exact, long count) {
        BigInteger above = exact.unscaledValue().abs();
        BigInteger below = BigInteger.valueOf(count);
        if (exact.scale() > 0) {
            below = below.multiply(BigInteger.TEN.pow(exact.scale()));
        } else {
            above = above.multiply(BigInteger.TEN.pow(-exact.scale()));
        }
        int shift = Math.max(0, KEPT_BITS + below.bitLength() - above.bitLength());
        BigInteger[] divided = above.shiftLeft(shift).divideAndRemainder(below);
        BigInteger quotient = divided[1].signum() == 0 ? divided[0] : divided[0].setBit(0);
        double size = Math.scalb(quotient.doubleValue(), -shift);
        return Double.isFinite(size)
                ? (Object) (exact.signum() < 0 ? -size : size)
                : exact.divide(BigDecimal.valueOf(count), Values.DECIMAL);
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(fractions);
        out.writeLong(small);
        Bits.bytes(out, integers.signum() == 0 ? null : integers.toByteArray());
        out.writeInt(partials.length);
        for (double partial : partials) {
            out.writeDouble(partial);
        }
        boolean none = rest.signum() == 0;
        Bits.bytes(out, none ? null : rest.unscaledValue().toByteArray());
        if (!none) {
            out.writeInt(rest.scale());
        }
    }

    static ExactSum read(DataInput in) throws IOException {
        ExactSum sum = new ExactSum();
        sum.fractions = in.readBoolean();
        sum.small = in.readLong();
        byte[] integers = Bits.bytes(in);
        sum.integers = integers == null ? BigInteger.ZERO : new BigInteger(integers);
        sum.partials = new double[in.readInt()];
        for (int i = 0; i < sum.partials.length; i++) {
            sum.partials[i] = in.readDouble();
        }
        byte[] rest = Bits.bytes(in);
        sum.rest = rest == null ? BigDecimal.ZERO : new BigDecimal(new BigInteger(rest), in.readInt());
        return sum;
    }
}
