package io.streamsboot.pipeline.expression.internal;

import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic. Integers stay exact or fail, a double with an integer gives a double, a decimal with any number a decimal,
 * and null with anything null. Generated code calls these methods: those of two objects, where the common case comes first
 * and is small, so that it is inlined; and those of two numbers, which throw what the others would throw for them.
 */
public final class Arithmetic {

    private Arithmetic() {}

    /** {@code a + b}: numbers, or two strings. */
    public static @Nullable Object add(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a instanceof Long x && b instanceof Long y) {
            return add((long) x, (long) y, position);
        } else if (a instanceof Double x && b instanceof Double y) {
            return add((double) x, (double) y, position);
        }
        return addOthers(a, b, position, cost);
    }

    /** {@code x + y}. */
    public static long add(long x, long y, int position) {
        long sum = x + y;
        if (((x ^ sum) & (y ^ sum)) < 0) {
            throw overflow(x, "+", y, position);
        }
        return sum;
    }

    /** {@code x + y}. */
    public static double add(double x, double y, int position) {
        return finite(x + y, x, y, "+", position);
    }

    private static @Nullable Object addOthers(@Nullable Object a, @Nullable Object b, int position, CostMeter cost) {
        if (a == null || b == null) {
            return null;
        } else if (a instanceof String x && b instanceof String y) {
            cost.charge((long) x.length() + y.length());
            return x + y;
        } else if (a instanceof BigDecimal || b instanceof BigDecimal) {
            return decimals(a, "+", b, position);
        }
        double x = number(a, "+", b, position);
        double y = number(b, "+", a, position);
        return add(x, y, position);
    }

    /** {@code a - b}. */
    public static @Nullable Object subtract(@Nullable Object a, @Nullable Object b, int position) {
        if (a instanceof Long x && b instanceof Long y) {
            return subtract((long) x, (long) y, position);
        } else if (a instanceof Double x && b instanceof Double y) {
            return subtract((double) x, (double) y, position);
        }
        return subtractOthers(a, b, position);
    }

    /** {@code x - y}. */
    public static long subtract(long x, long y, int position) {
        long difference = x - y;
        if (((x ^ y) & (x ^ difference)) < 0) {
            throw overflow(x, "-", y, position);
        }
        return difference;
    }

    /** {@code x - y}. */
    public static double subtract(double x, double y, int position) {
        return finite(x - y, x, y, "-", position);
    }

    private static @Nullable Object subtractOthers(@Nullable Object a, @Nullable Object b, int position) {
        if (a == null || b == null) {
            return null;
        } else if (a instanceof BigDecimal || b instanceof BigDecimal) {
            return decimals(a, "-", b, position);
        }
        double x = number(a, "-", b, position);
        double y = number(b, "-", a, position);
        return subtract(x, y, position);
    }

    /** {@code a * b}. */
    public static @Nullable Object multiply(@Nullable Object a, @Nullable Object b, int position) {
        if (a instanceof Long x && b instanceof Long y) {
            return multiply((long) x, (long) y, position);
        } else if (a instanceof Double x && b instanceof Double y) {
            return multiply((double) x, (double) y, position);
        }
        return multiplyOthers(a, b, position);
    }

    /** {@code x * y}. */
    public static long multiply(long x, long y, int position) {
        long high = Math.multiplyHigh(x, y);
        long low = x * y;
        if (high != low >> 63) {
            throw overflow(x, "*", y, position);
        }
        return low;
    }

    /** {@code x * y}. */
    public static double multiply(double x, double y, int position) {
        return finite(x * y, x, y, "*", position);
    }

    private static @Nullable Object multiplyOthers(@Nullable Object a, @Nullable Object b, int position) {
        if (a == null || b == null) {
            return null;
        } else if (a instanceof BigDecimal || b instanceof BigDecimal) {
            return decimals(a, "*", b, position);
        }
        double x = number(a, "*", b, position);
        double y = number(b, "*", a, position);
        return multiply(x, y, position);
    }

    /** {@code a / b}: a double, or a decimal if one of them is. */
    public static @Nullable Object divide(@Nullable Object a, @Nullable Object b, int position) {
        if (a instanceof Long x && b instanceof Long y && y != 0) {
            return (double) x / (double) y;
        }
        return divideOthers(a, b, position);
    }

    /** {@code x / y}; y is not zero. */
    public static double divide(double x, double y, int position) {
        return finite(x / y, x, y, "/", position);
    }

    private static @Nullable Object divideOthers(@Nullable Object a, @Nullable Object b, int position) {
        if (a == null || b == null) {
            return null;
        } else if (a instanceof BigDecimal || b instanceof BigDecimal) {
            return decimals(a, "/", b, position);
        }
        double x = number(a, "/", b, position);
        double y = number(b, "/", a, position);
        if (y == 0) {
            throw byZero(a, "/", position);
        }
        return divide(x, y, position);
    }

    /** {@code a % b}, with the sign of {@code a}. */
    public static @Nullable Object remainder(@Nullable Object a, @Nullable Object b, int position) {
        if (a instanceof Long x && b instanceof Long y && y != 0) {
            return x % y;
        } else if (a == null || b == null) {
            return null;
        } else if (a instanceof BigDecimal || b instanceof BigDecimal) {
            return decimals(a, "%", b, position);
        }
        double x = number(a, "%", b, position);
        double y = number(b, "%", a, position);
        if (y == 0) {
            throw byZero(a, "%", position);
        }
        return x % y;
    }

    /** {@code -a}. */
    public static @Nullable Object negate(@Nullable Object a, int position) {
        if (a instanceof Long x) {
            return negate((long) x, position);
        } else if (a instanceof Double x) {
            return -x;
        } else if (a == null) {
            return null;
        } else if (a instanceof BigDecimal x) {
            return x.negate();
        }
        throw new EvaluationException(Reason.TYPE, "'-' needs a number, but got " + Values.describe(a), position, null);
    }

    /** {@code -x}. */
    public static long negate(long x, int position) {
        return subtract(0L, x, position);
    }

    private static double finite(double result, double x, double y, String operator, int position) {
        if (Double.isInfinite(result) && Double.isFinite(x) && Double.isFinite(y)) {
            throw overflow(x, operator, y, position);
        }
        return result;
    }

    private static double number(Object value, String operator, Object other, int position) {
        if (value instanceof Double x) {
            return x;
        } else if (value instanceof Long x) {
            return (double) x;
        }
        throw notNumbers(value, operator, other, position);
    }

    private static Object decimals(Object a, String operator, Object b, int position) {
        BigDecimal x = decimal(a, operator, b, position);
        BigDecimal y = decimal(b, operator, a, position);
        try {
            BigDecimal result = switch (operator) {
                case "+" -> x.add(y, Values.DECIMAL);
                case "-" -> x.subtract(y, Values.DECIMAL);
                case "*" -> x.multiply(y, Values.DECIMAL);
                default -> {
                    if (y.signum() == 0) {
                        throw byZero(a, operator, position);
                    }
                    yield operator.equals("/") ? x.divide(y, Values.DECIMAL) : x.remainder(y, Values.DECIMAL);
                }
            };
            if (!Values.isInRange(result)) {
                throw overflow(x, operator, y, position);
            }
            return result;
        } catch (ArithmeticException e) {
            throw overflow(x, operator, y, position);
        }
    }

    private static BigDecimal decimal(Object value, String operator, Object other, int position) {
        if (value instanceof BigDecimal x) {
            return x;
        } else if (value instanceof Long x) {
            return BigDecimal.valueOf(x);
        } else if (value instanceof Double x) {
            if (Double.isFinite(x)) {
                return BigDecimal.valueOf(x);
            }
            throw new EvaluationException(Reason.DOMAIN, "there is no decimal for " + x, position, null);
        }
        throw notNumbers(value, operator, other, position);
    }

    private static EvaluationException notNumbers(Object value, String operator, Object other, int position) {
        String needs = operator.equals("+") ? "' needs two numbers or two strings" : "' needs two numbers";
        return new EvaluationException(
                Reason.TYPE,
                "'" + operator + needs + ", but got " + Values.describe(value) + " beside " + Values.describe(other),
                position,
                null);
    }

    private static EvaluationException overflow(Object x, String operator, Object y, int position) {
        return new EvaluationException(
                Reason.OVERFLOW, x + " " + operator + " " + y + " is beyond the range", position, null);
    }

    private static EvaluationException byZero(Object a, String operator, int position) {
        return new EvaluationException(
                Reason.DIVISION_BY_ZERO, Values.describe(a) + " " + operator + " zero", position, null);
    }
}
