package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import java.time.Duration;
import java.util.function.DoubleBinaryOperator;

/**
 * Operators that compare a value with those before it, or accumulate all of them. A missing input does not move them. What is
 * accumulated keeps a NaN for ever.
 */
public interface StatefulOperators {

    /** The value before. */
    default Signal prev() {
        return lag(1);
    }

    /** The last value that came with the same key; the codec makes keys part of saved state. */
    <K> Signal prevBy(Node<K> key, Codec<K> codec);

    /** The value {@code n} values ago. */
    Signal lag(int n);

    /** The value that was current {@code span} ago: the last one at that time or before it. */
    Signal lag(Duration span);

    /** Difference to the value before. */
    default Signal delta() {
        return delta(1);
    }

    /** Difference to the value {@code n} values ago. */
    Signal delta(int n);

    /** Difference to the value that was current {@code span} ago. */
    Signal delta(Duration span);

    /** Change since the value before, per second; two values at one instant have none. */
    Signal rate();

    /** Change since the oldest value of the last {@code span}, per second. Needs two values. */
    Signal rate(Duration span);

    /** The signal read as a position: {@link #rate()}. */
    default Signal velocity() {
        return rate();
    }

    /** The velocity since the oldest value of the last {@code span}: {@link #rate(Duration)}. */
    default Signal velocity(Duration span) {
        return rate(span);
    }

    /** Change of {@link #velocity()} per second. */
    default Signal acceleration() {
        return velocity().rate();
    }

    /** Change of {@link #velocity(Duration)} over {@code span}, per second. */
    default Signal acceleration(Duration span) {
        return velocity(span).rate(span);
    }

    /** Sum of all values, compensated. */
    Signal cumsum();

    /** Least of all values. */
    Signal cummin();

    /** Greatest of all values. */
    Signal cummax();

    /** Product of all values. */
    Signal cumprod();

    /** Change since the value before, as a fraction of it; a zero before divides by zero. */
    Signal pctChange();

    /** Natural logarithm of the ratio to the value before. */
    Signal logReturn();

    /** What was said last: the value of this step, or of the last step that had one. */
    Signal hold();

    /**
     * A function of its own last result and the value.
     *
     * @param initial takes the place of the last result at the first value
     * @param signature says what the function does; part of the fingerprint
     */
    Signal scan(String signature, double initial, DoubleBinaryOperator function);
}
