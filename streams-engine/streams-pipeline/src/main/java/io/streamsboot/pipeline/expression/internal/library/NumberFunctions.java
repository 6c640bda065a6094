package io.streamsboot.pipeline.expression.internal.library;

import io.streamsboot.pipeline.expression.EvaluationException;
import io.streamsboot.pipeline.expression.EvaluationException.Reason;
import io.streamsboot.pipeline.expression.internal.Builtin;
import io.streamsboot.pipeline.expression.internal.Comparisons;
import io.streamsboot.pipeline.expression.internal.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Numbers. */
final class NumberFunctions {

    private static final int MAX_DIGITS = 15;
    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    static final List<Builtin> ALL = List.of(
            Builtin.of(
                    "abs(x: number): number",
                    "The size of a number.",
                    (a, cost) -> abs(Arguments.given(a, 0)),
                    "abs(-3)",
                    "3"),
            Builtin.of(
                    "sign(x: number): integer",
                    "-1, 0 or 1.",
                    (a, cost) -> sign(Arguments.given(a, 0)),
                    "sign(-2.5)",
                    "-1"),
            Builtin.of(
                    "floor(x: number): number",
                    "The next whole number below, of the same kind.",
                    (a, cost) -> whole(Arguments.given(a, 0), RoundingMode.FLOOR),
                    "floor(-1.5)",
                    "-2.0"),
            Builtin.of(
                    "ceil(x: number): number",
                    "The next whole number above, of the same kind.",
                    (a, cost) -> whole(Arguments.given(a, 0), RoundingMode.CEILING),
                    "ceil(1.2)",
                    "2.0"),
            Builtin.of(
                    "trunc(x: number): number",
                    "A number without its fraction, of the same kind.",
                    (a, cost) -> whole(Arguments.given(a, 0), RoundingMode.DOWN),
                    "trunc(-1.9)",
                    "-1.0"),
            Builtin.of(
                    "round(x: number): number",
                    "The nearest whole number, halves away from zero, of the same kind.",
                    (a, cost) -> roundTo(Arguments.given(a, 0), 0),
                    "round(2.5)",
                    "3.0"),
            Builtin.of(
                    "roundTo(x: number, digits: integer): number",
                    "A number rounded to digits behind the point (before it if negative), halves away from zero.",
                    (a, cost) ->
                            roundTo(Arguments.given(a, 0), Arguments.integer(a, 1, "digits", -MAX_DIGITS, MAX_DIGITS)),
                    "roundTo(2.345, 2)",
                    "2.35"),
            Builtin.of(
                    "div(x: integer, y: integer): integer",
                    "The whole quotient, towards zero.",
                    (a, cost) -> div(Arguments.integer(a, 0), Arguments.integer(a, 1)),
                    "div(-7, 2)",
                    "-3"),
            Builtin.of(
                    "mod(x: integer, y: integer): integer",
                    "The remainder with the sign of y: never negative for a positive y.",
                    (a, cost) -> mod(Arguments.integer(a, 0), Arguments.integer(a, 1)),
                    "mod(-7, 2)",
                    "1"),
            Builtin.of(
                    "min(x...: number|string): number|string",
                    "The least of numbers or of strings; NaN if one is NaN.",
                    (a, cost) -> extreme(a, -1),
                    "min(3, 1.5)",
                    "1.5"),
            Builtin.of(
                    "max(x...: number|string): number|string",
                    "The greatest of numbers or of strings; NaN if one is NaN.",
                    (a, cost) -> extreme(a, 1),
                    "max('a', 'b')",
                    "'b'"),
            Builtin.of(
                    "clamp(x: number, least: number, most: number): number",
                    "A number, moved to the nearer bound if it is outside.",
                    (a, cost) -> extreme(new Object[] {extreme(new Object[] {a[0], a[1]}, 1), a[2]}, -1),
                    "clamp(12, 0, 10)",
                    "10"),
            real("sqrt", "The square root.", Math::sqrt, "sqrt(9)", "3.0"),
            real("exp", "e to the power of x.", StrictMath::exp, "exp(0)", "1.0"),
            logarithm("ln", "The natural logarithm.", StrictMath::log, "ln(1)", "0.0"),
            logarithm("log10", "The logarithm to base 10.", StrictMath::log10, "log10(1000)", "3.0"),
            Builtin.of(
                    "pow(x: number, y: number): double",
                    "x to the power of y.",
                    (a, cost) -> Arguments.finite(
                            StrictMath.pow(Arguments.number(a, 0), Arguments.number(a, 1)), "the power"),
                    "pow(2, 10)",
                    "1024.0"),
            real("sin", "The sine of an angle in radians.", StrictMath::sin, "sin(0)", "0.0"),
            real("cos", "The cosine of an angle in radians.", StrictMath::cos, "cos(0)", "1.0"),
            real("tan", "The tangent of an angle in radians.", StrictMath::tan, "tan(0)", "0.0"),
            Builtin.of(
                    "atan2(y: number, x: number): double",
                    "The angle in radians of the point (x, y).",
                    (a, cost) -> StrictMath.atan2(Arguments.number(a, 0), Arguments.number(a, 1)),
                    "atan2(0, 1)",
                    "0.0"),
            real("radians", "Degrees as radians.", Math::toRadians, "radians(0)", "0.0"),
            real("degrees", "Radians as degrees.", Math::toDegrees, "degrees(0)", "0.0"),
            Builtin.of(
                    "isNaN(x: number): boolean",
                    "Whether a number is none.",
                    (a, cost) -> a[0] instanceof Double x && x.isNaN(),
                    "isNaN(1.0)",
                    "false"));

    private NumberFunctions() {}

    private static Builtin real(String name, String what, DoubleUnaryOperator f, String example, String result) {
        return Builtin.of(
                name + "(x: number): double",
                what,
                (a, cost) -> Arguments.finite(f.applyAsDouble(Arguments.number(a, 0)), name),
                example,
                result);
    }

    private static Builtin logarithm(String name, String what, DoubleUnaryOperator f, String example, String result) {
        return real(
                name,
                what,
                x -> {
                    if (!(x > 0)) {
                        throw Arguments.domain(name + " is defined for positive numbers, not for " + x);
                    }
                    return f.applyAsDouble(x);
                },
                example,
                result);
    }

    private static Object abs(Object x) {
        if (x instanceof Long value) {
            if (value == Long.MIN_VALUE) {
                throw Arguments.overflow("abs(" + value + ") is beyond the range");
            }
            return Math.abs(value);
        }
        return x instanceof Double value ? (Object) Math.abs(value) : ((BigDecimal) x).abs();
    }

    private static Long sign(Object x) {
        int order = Comparisons.compare((Number) x, 0L);
        if (order == Comparisons.UNORDERED) {
            throw Arguments.domain("NaN has no sign");
        }
        return (long) order;
    }

    private static Object whole(Object x, RoundingMode mode) {
        if (x instanceof Double value) {
            return switch (mode) {
                case FLOOR -> Math.floor(value);
                case CEILING -> Math.ceil(value);
                default -> value < 0 ? Math.ceil(value) : Math.floor(value);
            };
        } else if (x instanceof BigDecimal value) {
            return value.scale() <= 0 ? value : value.setScale(0, mode);
        }
        return x;
    }

    /** Rounds as the decimal text of a number would be; where the binary value leaves no doubt, without that text. */
    static Object roundTo(Object x, int digits) {
        if (x instanceof Double value) {
            if (digits >= 0 && Math.abs(value) < 1e15) {
                double scaled = value * POWERS[digits];
                double whole = Math.rint(scaled);
                double distance = Math.abs(scaled - whole);
                if (Math.abs(scaled) < 1e12 && distance < 0.499) {
                    return whole / POWERS[digits] + 0.0;
                }
            }
            return Double.isFinite(value)
                    ? Arguments.finite(
                            BigDecimal.valueOf(value)
                                    .setScale(digits, RoundingMode.HALF_UP)
                                    .doubleValue(),
                            "roundTo")
                    : value;
        } else if (x instanceof BigDecimal value) {
            return digits >= value.scale() ? value : Values.decimal(value.setScale(digits, RoundingMode.HALF_UP));
        } else if (digits >= 0) {
            return x;
        }
        BigDecimal rounded = BigDecimal.valueOf((Long) x).setScale(digits, RoundingMode.HALF_UP);
        return LogicFunctions.integer(rounded);
    }

    private static Long div(long x, long y) {
        if (x == Long.MIN_VALUE && y == -1) {
            throw Arguments.overflow("div(" + x + ", -1) is beyond the range");
        }
        return x / notZero(y);
    }

    private static Long mod(long x, long y) {
        return Math.floorMod(x, notZero(y));
    }

    private static long notZero(long y) {
        if (y == 0) {
            throw new EvaluationException(Reason.DIVISION_BY_ZERO, "the divisor is zero");
        }
        return y;
    }

    private static Object extreme(@Nullable Object[] values, int wanted) {
        Object best = Arguments.given(values, 0);
        for (int i = 1; i < values.length; i++) {
            Object next = Arguments.given(values, i);
            int order;
            if (best instanceof Number x && next instanceof Number y) {
                order = Comparisons.compare(y, x);
                if (order == Comparisons.UNORDERED) {
                    return Double.NaN;
                }
            } else if (best instanceof String x && next instanceof String y) {
                order = Comparisons.compareText(y, x);
            } else {
                throw new EvaluationException(
                        Reason.TYPE,
                        "numbers and strings have no common order: " + Values.describe(best) + ", "
                                + Values.describe(next));
            }
            if (order == wanted) {
                best = next;
            }
        }
        return best;
    }
}
