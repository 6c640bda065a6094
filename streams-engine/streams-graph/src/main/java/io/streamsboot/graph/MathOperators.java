package io.streamsboot.graph;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;

/**
 * Arithmetic, functions, comparisons and conditions of the values of one step. What divides by zero or leaves the domain of a
 * function is missing, for that reason; a NaN or an infinity that comes in is computed with. Transcendental functions are those
 * of {@link StrictMath}, so that every machine gives the same bits.
 */
public interface MathOperators {

    /** Sum of two signals. */
    Signal plus(Signal other);

    /** Sum with a number. */
    Signal plus(double number);

    /** Difference of two signals. */
    Signal minus(Signal other);

    /** Difference to a number. */
    Signal minus(double number);

    /** Product of two signals. */
    Signal times(Signal other);

    /** Product with a number. */
    Signal times(double number);

    /** Ratio of two signals; zero below divides by zero. */
    Signal dividedBy(Signal other);

    /** Ratio to a number. */
    Signal dividedBy(double number);

    /** Power; zero to a negative power divides by zero, a negative number to a broken one is outside the domain. */
    Signal pow(double exponent);

    /** The lesser of two signals; -0.0 is less than 0.0. */
    Signal lesser(Signal other);

    /** The greater of two signals. */
    Signal greater(Signal other);

    /** The value, moved to the nearest bound when it lies outside. */
    Signal clamp(double low, double high);

    /** The value with the opposite sign. */
    Signal negate();

    /** Absolute value. */
    Signal abs();

    /** Square root; negative numbers are outside the domain. */
    Signal sqrt();

    /** Natural logarithm; zero and negative numbers are outside the domain. */
    Signal ln();

    /** Decimal logarithm. */
    Signal log10();

    /** Binary logarithm, exact for powers of two. */
    Signal log2();

    /** Power of e. */
    Signal exp();

    /** Nearest integer that is not greater. */
    Signal floor();

    /** Nearest integer that is not less. */
    Signal ceil();

    /** Nearest integer, halves to the even one. */
    Signal round();

    /** 1, -1, or the zero or NaN itself. */
    Signal sign();

    /** 1 where this exceeds the other signal, else 0; a NaN exceeds nothing. */
    Signal gt(Signal other);

    /** 1 where this exceeds the number, else 0. */
    Signal gt(double number);

    /** 1 where this is at least the other signal, else 0. */
    Signal gte(Signal other);

    /** 1 where this is at least the number, else 0. */
    Signal gte(double number);

    /** 1 where this is below the other signal, else 0. */
    Signal lt(Signal other);

    /** 1 where this is below the number, else 0. */
    Signal lt(double number);

    /** 1 where this is at most the other signal, else 0. */
    Signal lte(Signal other);

    /** 1 where this is at most the number, else 0. */
    Signal lte(double number);

    /** 1 where both differ from 0, else 0. */
    Signal and(Signal other);

    /** 1 where either differs from 0, else 0. */
    Signal or(Signal other);

    /** 1 where this is 0, else 0. */
    Signal not();

    /** The value where the condition differs from 0; filtered out elsewhere. */
    Signal when(Signal condition);

    /** The values that the predicate accepts. */
    Signal where(DoublePredicate predicate);

    /** A function of the value. */
    Signal apply(DoubleUnaryOperator function);

    /** A function of the values of two signals. */
    Signal zip(Signal other, DoubleBinaryOperator function);
}
