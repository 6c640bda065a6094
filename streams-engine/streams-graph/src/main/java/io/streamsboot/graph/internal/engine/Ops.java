package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.Operator;
import io.streamsboot.graph.value.Crossing;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Operators without windows. Type parameters of users' functions end here: inside, values are objects. */
@SuppressWarnings("unchecked")
public final class Ops {

    private Ops() {}

    /** The same number in every step. */
    public static OpFactory constant(double value) {
        return (out, in, timer) -> new ConstantOp(out, value);
    }

    /** A built-in function of one number. */
    public static OpFactory unary(UnaryOp.Function function) {
        return (out, in, timer) -> new UnaryOp(out, in.get(0), function);
    }

    /** A built-in function of two numbers. */
    public static OpFactory binary(BinaryOp.Function function) {
        return (out, in, timer) -> BinaryOp.of(out, in.get(0), in.get(1), function);
    }

    /** The first of two that is present. */
    public static OpFactory choice() {
        return (out, in, timer) -> new ChoiceOp(out, in.get(0), in.get(1));
    }

    /** The last value. */
    public static OpFactory hold() {
        return (out, in, timer) -> new HoldOp(out, in.get(0));
    }

    /** The value n values ago. */
    public static OpFactory lag(int n) {
        if (n < 1 || n > 1 << 24) {
            throw new IllegalArgumentException("a lag must be between 1 and " + (1 << 24) + " values, not " + n);
        }
        return (out, in, timer) -> new LagOp(out, in.get(0), n);
    }

    /** The value that was current a span of nanoseconds ago. */
    public static OpFactory lag(long span) {
        return (out, in, timer) -> new TimeLagOp(out, in.get(0), span, false);
    }

    /** Change per second since the oldest value of a span of nanoseconds. */
    public static OpFactory rate(long span) {
        return (out, in, timer) -> new TimeLagOp(out, in.get(0), span, true);
    }

    /** Change per second since the value before. */
    public static OpFactory rate() {
        return (out, in, timer) -> new RateOp(out, in.get(0));
    }

    /** Exponential average over values. */
    public static OpFactory ema(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("an exponential average must be over at least one value, not " + n);
        }
        return (out, in, timer) -> EmaOp.count(out, in.get(0), n, 2.0 / (n + 1.0));
    }

    /** Exponential average over time; half life in nanoseconds. */
    public static OpFactory ema(long halfLife) {
        return (out, in, timer) -> EmaOp.time(out, in.get(0), halfLife);
    }

    /** Wilder's relative strength of an input that is a change. */
    public static OpFactory wilder(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("Wilder's smoothing must be over at least one change, not " + n);
        }
        return (out, in, timer) -> new WilderOp(out, in.get(0), n);
    }

    /** Sum of all values. */
    public static OpFactory cumulativeSum() {
        return (out, in, timer) -> CumulativeOp.of(out, in.get(0), CumulativeOp.Of.SUM);
    }

    /** Product of all values. */
    public static OpFactory cumulativeProduct() {
        return (out, in, timer) -> CumulativeOp.of(out, in.get(0), CumulativeOp.Of.PRODUCT);
    }

    /** Extreme of all values. */
    public static OpFactory cumulativeExtreme(boolean max) {
        return (out, in, timer) -> CumulativeOp.of(out, in.get(0), max ? CumulativeOp.Of.MAX : CumulativeOp.Of.MIN);
    }

    /** A user's function of its own last result and the value. */
    public static OpFactory scan(double initial, DoubleBinaryOperator function) {
        return (out, in, timer) -> new CumulativeOp(out, in.get(0), CumulativeOp.Of.SCAN, initial, function);
    }

    /** Crossings of the first input with the second. */
    public static OpFactory cross(double margin, @Nullable Crossing only) {
        if (!(margin >= 0) || Double.isInfinite(margin)) {
            throw new IllegalArgumentException("the margin of a crossing must be a number from 0 on, not " + margin);
        }
        return (out, in, timer) -> new CrossOp(out, in.get(0), in.get(1), margin, only);
    }

    /** Pulses that are too short; times in nanoseconds. */
    public static OpFactory glitch(double threshold, long min) {
        return (out, in, timer) -> new PulseOp(out, in.get(0), threshold, min, Long.MAX_VALUE, -1);
    }

    /** Width of pulses; times in nanoseconds. */
    public static OpFactory pulse(double threshold, long min, long max) {
        if (min >= max) {
            throw new IllegalArgumentException(
                    "the least width of a pulse must be below the greatest, not " + min + " ns and " + max + " ns");
        }
        return (out, in, timer) -> new PulseOp(out, in.get(0), threshold, min, max, timer);
    }

    /** Runts, or entering and leaving, between two levels. */
    public static OpFactory band(double low, double high, boolean runts) {
        if (!(low < high)) {
            throw new IllegalArgumentException("the lower level must be below the upper, not " + low + " and " + high);
        }
        return (out, in, timer) -> new BandOp(out, in.get(0), low, high, runts);
    }

    /** At most {@code n} values in a span of nanoseconds. */
    public static OpFactory rateLimit(int n, long span) {
        if (n < 1 || n > 1 << 24) {
            throw new IllegalArgumentException("a limit must be between 1 and " + (1 << 24) + " values, not " + n);
        }
        return (out, in, timer) -> new RateLimitOp(out, in.get(0), n, span);
    }

    /** No second value of a key within a span of nanoseconds. */
    public static <V, K> OpFactory dedupe(Function<? super V, ? extends K> key, long span, Codec<K> codec) {
        return (out, in, timer) -> new KeyMemoryOp<>(out, in.get(0), null, value -> key.apply((V) value), span, codec);
    }

    /** The number before of the same key; the first input is the key, the second the number. */
    public static <K> OpFactory previousByKey(Codec<K> codec) {
        return (out, in, timer) ->
                new KeyMemoryOp<>(out, in.get(0), in.get(1), value -> (K) value, Long.MAX_VALUE, codec);
    }

    /** A user's function of a number. */
    public static OpFactory apply(DoubleUnaryOperator function) {
        return (out, in, timer) -> FunctionOp.number(out, in.get(0), function);
    }

    /** A user's function of two numbers. */
    public static OpFactory zip(DoubleBinaryOperator function) {
        return (out, in, timer) -> FunctionOp.numbers(out, in.get(0), in.get(1), function);
    }

    /** Numbers that a user's predicate accepts. */
    public static OpFactory where(DoublePredicate predicate) {
        return (out, in, timer) -> FunctionOp.where(out, in.get(0), predicate);
    }

    /** A user's function. */
    public static <V> OpFactory map(Function<? super V, ? extends @Nullable Object> function) {
        var untyped = (Function<Object, ? extends @Nullable Object>) function;
        return (out, in, timer) -> FunctionOp.map(out, in.get(0), untyped);
    }

    /** A user's function to a number. */
    public static <V> OpFactory toNumber(ToDoubleFunction<? super V> function) {
        var untyped = (ToDoubleFunction<Object>) function;
        return (out, in, timer) -> FunctionOp.toNumber(out, in.get(0), untyped);
    }

    /** Values that a user's predicate accepts. */
    public static <V> OpFactory filter(Predicate<? super V> predicate) {
        var untyped = (Predicate<Object>) predicate;
        return (out, in, timer) -> FunctionOp.filter(out, in.get(0), untyped);
    }

    /** A user's function of several inputs. */
    public static OpFactory combine(Combiner function) {
        return (out, in, timer) -> FunctionOp.combine(out, in, function);
    }

    /** Several numbers side by side. */
    public static OpFactory row() {
        return (out, in, timer) -> new RowOp(out, in);
    }

    /** A user's operator. */
    public static <S, A, T> OpFactory custom(Operator<S, A, T> operator) {
        return (out, in, timer) -> new CustomOp<>(out, in.get(0), timer, operator);
    }

    /** An input of a {@link Combiner}, as the type that the caller knows it to have. */
    public static <A> A input(List<Slot> slots, int i) {
        return (A) slots.get(i).object();
    }

    /** A function of several inputs, which are all present. */
    @FunctionalInterface
    public interface Combiner {

        /** Its result, made of {@link #input}s; null filters out. */
        @Nullable Object apply(List<Slot> slots);
    }
}
