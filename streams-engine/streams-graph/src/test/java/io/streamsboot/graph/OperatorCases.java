package io.streamsboot.graph;

import io.streamsboot.graph.Reference.About;
import io.streamsboot.graph.Reference.Expected;
import io.streamsboot.graph.Reference.Point;
import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.value.Absent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Operators that look back without a window, composites, and functions. */
final class OperatorCases {

    private OperatorCases() {}

    /** The edges of count windows, where blocks have one value or windows just enough. */
    static List<OperatorCase> small() {
        var all = new ArrayList<OperatorCase>();
        for (int n = 1; n <= 5; n++) {
            Window window = Window.count(n);
            all.add(history("sum over " + n, (g, x, y) -> x.sum(window), window, Naive::sum));
            all.add(history("wma over " + n, (g, x, y) -> x.wma(window), window, Naive::wma));
            all.add(history("median over " + n, (g, x, y) -> x.median(window), window, w -> Naive.quantile(w, 0.5)));
            if (n > 1) {
                all.add(history(
                        "variance over " + n, (g, x, y) -> x.variance(window), window, w -> Naive.variance(w, true)));
            }
        }
        Window wide = Window.time(Duration.ofNanos(1));
        all.add(new OperatorCase(
                "sum of an instant", (g, x, y) -> x.sum(wide), () -> Reference.ofWindow(wide, 1, Naive::sum)));
        return all;
    }

    private static OperatorCase history(
            String name, OperatorCase.Definition definition, Window window, Function<List<Point>, Object> function) {
        return new OperatorCase(name, definition, () -> Reference.ofWindow(window, 1, function));
    }

    static Reference strength(Window window) {
        Reference changes = Reference.ofWindow(
                window, 1, w -> Naive.strength(w.stream().map(Point::x).toList()));
        return new Reference() {
            private @Nullable Double before;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (x == null || before != null) {
                    changes.step(t, x == null ? null : (Double) (x - before), y, out);
                } else {
                    out.accept(expected(t, Absent.WARMING_UP));
                }
                before = x == null ? before : x;
            }

            @Override
            void finish(Consumer<Expected> out) {
                changes.finish(out);
            }
        };
    }

    static List<OperatorCase> looksBack() {
        var all = new ArrayList<OperatorCase>();
        all.add(back("prev", (g, x, y) -> x.prev(), 2, h -> ago(h, 1)));
        all.add(back("lag", (g, x, y) -> x.lag(5), 6, h -> ago(h, 5)));
        all.add(back("delta", (g, x, y) -> x.delta(), 2, h -> with(ago(h, 1), p -> x(h) - p)));
        all.add(back("delta of n", (g, x, y) -> x.delta(3), 4, h -> with(ago(h, 3), p -> x(h) - p)));
        all.add(back("momentum", (g, x, y) -> x.momentum(3), 4, h -> with(ago(h, 3), p -> x(h) - p)));
        all.add(back("pctChange", (g, x, y) -> x.pctChange(), 2, h -> with(ago(h, 1), p -> divide(x(h) - p, p))));
        all.add(back(
                "rateOfChange", (g, x, y) -> x.rateOfChange(3), 4, h -> with(ago(h, 3), p -> divide(x(h) - p, p))));
        all.add(back("logReturn", (g, x, y) -> x.logReturn(), 2, h -> with(ago(h, 1), p -> logOf(divide(x(h), p)))));
        Duration span = Duration.ofSeconds(3);
        all.add(back("lag of time", (g, x, y) -> x.lag(span), 500, h -> before(h, span)));
        all.add(back("delta of time", (g, x, y) -> x.delta(span), 500, h -> with(before(h, span), p -> x(h) - p)));
        all.add(back(
                "rate",
                (g, x, y) -> x.rate(),
                2,
                h -> h.size() < 2 ? Absent.WARMING_UP : rate(h.get(h.size() - 2), h.get(h.size() - 1))));
        all.add(back(
                "velocity",
                (g, x, y) -> x.velocity(),
                2,
                h -> h.size() < 2 ? Absent.WARMING_UP : rate(h.get(h.size() - 2), h.get(h.size() - 1))));
        all.add(new OperatorCase(
                "rate over time",
                (g, x, y) -> x.rate(span),
                () -> Reference.ofWindow(Window.time(span), 2, w -> rate(w.get(0), w.get(w.size() - 1)))));
        all.add(new OperatorCase("acceleration", (g, x, y) -> x.acceleration(), OperatorCases::acceleration));
        all.add(fold("cumsum", (g, x, y) -> x.cumsum(), null, 1e-9, (a, b) -> a + b));
        all.add(fold("cumprod", (g, x, y) -> x.dividedBy(100).cumprod(), v -> v / 100, 1e-9, (a, b) -> a * b));
        all.add(fold("cummin", (g, x, y) -> x.where(v -> v < 1e6).cummin(), OperatorCases::small, 0, Math::min));
        all.add(fold("cummax", (g, x, y) -> x.where(v -> v < 1e6).cummax(), OperatorCases::small, 0, Math::max));
        all.add(fold(
                "scan",
                (g, x, y) -> x.where(v -> v < 1e6).scan("decay", 0, (a, b) -> a / 2 + b),
                OperatorCases::small,
                0,
                (a, b) -> a / 2 + b));
        all.add(new OperatorCase("ema", (g, x, y) -> x.ema(9), () -> ema(9)));
        all.add(new OperatorCase("ema of one", (g, x, y) -> x.ema(1), () -> ema(1)));
        all.add(new OperatorCase("ema over time", (g, x, y) -> x.ema(span), () -> ema(span)));
        all.add(new OperatorCase("rsiWilder", (g, x, y) -> x.rsiWilder(5), () -> wilder(5)));
        all.add(new OperatorCase("hold", (g, x, y) -> x.where(v -> v > 101).hold(), OperatorCases::hold));
        all.add(new OperatorCase(
                "prevBy",
                (g, x, y) -> x.prevBy(g.value(Tick::y).map(v -> (int) Math.floor(v) % 5), Codec.int32()),
                OperatorCases::prevBy));
        return all;
    }

    private static @Nullable Double small(double value) {
        return value < 1e6 ? (Double) value : null;
    }

    private static OperatorCase back(
            String name, OperatorCase.Definition definition, int keep, Function<List<Point>, Object> function) {
        return new OperatorCase(name, definition, () -> Reference.ofHistory(keep, function));
    }

    private static double x(List<Point> history) {
        return history.get(history.size() - 1).x();
    }

    private static Object ago(List<Point> history, int n) {
        return history.size() <= n
                ? Absent.WARMING_UP
                : (Object) history.get(history.size() - 1 - n).x();
    }

    private static Object before(List<Point> history, Duration span) {
        long until = history.get(history.size() - 1).t() - span.toNanos();
        for (int i = history.size() - 1; i >= 0; i--) {
            if (history.get(i).t() <= until) {
                return history.get(i).x();
            }
        }
        return Absent.WARMING_UP;
    }

    private static Object with(Object value, Function<Double, Object> function) {
        return value instanceof Double number ? function.apply(number) : value;
    }

    private static Object divide(double a, double b) {
        return b == 0 ? Absent.DIVIDE_BY_ZERO : (Object) (a / b);
    }

    private static Object logOf(Object value) {
        return with(value, v -> v <= 0 ? Absent.DOMAIN_ERROR : (Object) StrictMath.log(v));
    }

    private static Object rate(Point from, Point to) {
        return from.t() == to.t()
                ? Absent.ZERO_TIME_DELTA
                : (Object) ((to.x() - from.x()) / ((to.t() - from.t()) / 1e9));
    }

    private static Reference acceleration() {
        return new Reference() {
            private @Nullable Point before;
            private @Nullable Point velocity;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (x == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                    return;
                }
                Point now = new Point(t, x, y);
                Object rate = before == null ? Absent.WARMING_UP : rate(before, now);
                before = now;
                if (rate instanceof Double v) {
                    Point next = new Point(t, v, 0);
                    out.accept(expected(t, velocity == null ? Absent.WARMING_UP : rate(velocity, next)));
                    velocity = next;
                } else {
                    out.accept(expected(t, rate));
                }
            }
        };
    }

    private static OperatorCase fold(
            String name,
            OperatorCase.Definition definition,
            @Nullable Function<Double, @Nullable Double> first,
            double tolerance,
            DoubleBinaryOperator operator) {
        return new OperatorCase(name, definition, () -> new Reference() {
            private @Nullable Double total;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                Double value = x == null || first == null ? x : first.apply(x);
                if (value == null) {
                    out.accept(expected(t, x == null ? Absent.UPSTREAM_ABSENT : Absent.FILTERED_OUT));
                    return;
                }
                total = total == null ? value : (Double) operator.applyAsDouble(total, value);
                out.accept(expected(t, new About(total, tolerance * Math.abs(total))));
            }
        });
    }

    private static Reference ema(int n) {
        return finite((t, x, state) -> {
            state.add(x);
            int seen = state.size();
            if (seen < n) {
                return Absent.WARMING_UP;
            }
            double average = seen == n
                    ? state.stream().mapToDouble(v -> v).sum() / n
                    : state.get(0) + 2.0 / (n + 1) * (x - state.get(0));
            state.set(0, average);
            while (state.size() > n + 1) {
                state.remove(state.size() - 1);
            }
            return new About(average, 1e-9 * (1 + Math.abs(average)));
        });
    }

    private static Reference ema(Duration halfLife) {
        long[] last = new long[1];
        return finite((t, x, state) -> {
            double average = state.isEmpty()
                    ? x
                    : state.get(0)
                            + (1 - Math.pow(2, -(double) (t - last[0]) / halfLife.toNanos())) * (x - state.get(0));
            state.clear();
            state.add(average);
            last[0] = t;
            return new About(average, 1e-9 * (1 + Math.abs(average)));
        });
    }

    private static Reference wilder(int n) {
        return new Reference() {
            private final List<Double> changes = new ArrayList<>();
            private @Nullable Double before;
            private double gain;
            private double loss;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                Double last = before;
                before = x == null ? before : x;
                out.accept(expected(
                        t, x == null ? Absent.UPSTREAM_ABSENT : last == null ? Absent.WARMING_UP : change(x - last)));
            }

            private Object change(double change) {
                if (!Double.isFinite(change)) {
                    return Double.NaN;
                }
                if (changes.size() < n) {
                    changes.add(change);
                    gain = changes.stream().mapToDouble(c -> Math.max(c, 0)).sum() / n;
                    loss = changes.stream().mapToDouble(c -> Math.max(-c, 0)).sum() / n;
                    if (changes.size() < n) {
                        return Absent.WARMING_UP;
                    }
                } else {
                    gain = (gain * (n - 1) + Math.max(change, 0)) / n;
                    loss = (loss * (n - 1) + Math.max(-change, 0)) / n;
                }
                return gain + loss == 0 ? Absent.DIVIDE_BY_ZERO : new About(100 * gain / (gain + loss), 1e-9);
            }
        };
    }

    /** A step of a recursive operator. */
    private interface Recursion {
        Object step(long t, double x, List<Double> state);
    }

    private static Reference finite(Recursion recursion) {
        var state = new ArrayList<Double>();
        return new Reference() {
            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                out.accept(expected(
                        t,
                        x == null
                                ? Absent.UPSTREAM_ABSENT
                                : Double.isFinite(x) ? recursion.step(t, x, state) : (Object) Double.NaN));
            }
        };
    }

    private static Reference hold() {
        return new Reference() {
            private @Nullable Double held;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                held = x != null && x > 101 ? x : held;
                out.accept(expected(
                        t, held != null ? held : x == null ? Absent.UPSTREAM_ABSENT : (Object) Absent.FILTERED_OUT));
            }
        };
    }

    private static Reference prevBy() {
        Map<Integer, Double> memory = new HashMap<>();
        return new Reference() {
            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (x == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                } else {
                    Double last = memory.put((int) Math.floor(y) % 5, x);
                    out.accept(expected(t, last == null ? Absent.WARMING_UP : (Object) last));
                }
            }
        };
    }

    static List<OperatorCase> composites() {
        var all = new ArrayList<OperatorCase>();
        Window w = Window.count(12);
        all.add(history("zscore", (g, x, y) -> x.zscore(w), w, h -> {
            Object mean = Naive.mean(h);
            if (!(mean instanceof About m) || !(Naive.std(h, true) instanceof About s)) {
                return Double.NaN;
            }
            return s.value() == 0 ? Absent.DIVIDE_BY_ZERO : new About((x(h) - m.value()) / s.value(), 1e-8);
        }));
        all.add(history(
                "dcRemove",
                (g, x, y) -> x.dcRemove(w),
                w,
                h -> Naive.mean(h) instanceof About m
                        ? new About(x(h) - m.value(), m.tolerance() + 1e-12 * Math.abs(x(h)))
                        : (Object) (x(h) - (double) Naive.mean(h))));
        all.add(history("upper band", (g, x, y) -> x.deviationBand(w, 2).upper(), w, h -> band(h, 2)));
        all.add(history("lower band", (g, x, y) -> x.deviationBand(w, 2).lower(), w, h -> band(h, -2)));
        all.add(history("drawdown over a window", (g, x, y) -> x.drawdown(w), w, h -> {
            double peak = h.stream().mapToDouble(Point::x).reduce(Double.NEGATIVE_INFINITY, Math::max);
            return divide(x(h) - peak, peak);
        }));
        all.add(new OperatorCase("drawdown", (g, x, y) -> y.drawdown(), () -> new Reference() {
            private double peak = Double.NEGATIVE_INFINITY;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                peak = Math.max(peak, y);
                out.accept(expected(t, divide(y - peak, peak)));
            }
        }));
        all.add(history("normalize", (g, x, y) -> x.normalize(w), w, h -> {
            double least = h.stream().mapToDouble(Point::x).reduce(Double.POSITIVE_INFINITY, Math::min);
            double most = h.stream().mapToDouble(Point::x).reduce(Double.NEGATIVE_INFINITY, Math::max);
            return divide(x(h) - least, most - least);
        }));
        all.add(history("baseline", (g, x, y) -> x.baseline(w, 0.25), w, h -> {
            Object low = Naive.quantile(h, 0.25);
            return low instanceof About a
                    ? new About(x(h) - a.value(), a.tolerance() + Math.ulp(x(h)) + Math.ulp(a.value()))
                    : (Object) (x(h) - (double) low);
        }));
        all.add(back("calibrate", (g, x, y) -> x.calibrate(1.8, 32), 1, h -> x(h) * 1.8 + 32));
        return all;
    }

    private static Object band(List<Point> window, double k) {
        return Naive.mean(window) instanceof About m && Naive.std(window, true) instanceof About s
                ? new About(m.value() + k * s.value(), 1e-8 * (Math.abs(m.value()) + s.value()))
                : Double.NaN;
    }

    static List<OperatorCase> math() {
        var all = new ArrayList<OperatorCase>();
        all.add(of("plus", (g, x, y) -> x.plus(y), (x, y) -> x + y));
        all.add(of("minus", (g, x, y) -> x.minus(y), (x, y) -> x - y));
        all.add(of("times", (g, x, y) -> x.times(y), (x, y) -> x * y));
        all.add(of("dividedBy", (g, x, y) -> y.dividedBy(x), (x, y) -> divide(y, x)));
        all.add(of("plus a number", (g, x, y) -> x.plus(3), (x, y) -> x + 3));
        all.add(of("minus a number", (g, x, y) -> x.minus(3), (x, y) -> x - 3));
        all.add(of("times a number", (g, x, y) -> x.times(3), (x, y) -> x * 3));
        all.add(of("dividedBy a number", (g, x, y) -> x.dividedBy(3), (x, y) -> x / 3));
        all.add(of("negate", (g, x, y) -> x.negate(), (x, y) -> -x));
        all.add(of("abs", (g, x, y) -> x.abs(), (x, y) -> Math.abs(x)));
        all.add(of("sqrt", (g, x, y) -> x.minus(100).sqrt(), (x, y) -> domain(x - 100 >= 0, x, Math.sqrt(x - 100))));
        all.add(of("ln", (g, x, y) -> x.ln(), (x, y) -> domain(x > 0, x, StrictMath.log(x))));
        all.add(of("log10", (g, x, y) -> x.log10(), (x, y) -> domain(x > 0, x, StrictMath.log10(x))));
        all.add(of(
                "log2",
                (g, x, y) -> x.log2(),
                (x, y) -> domain(x > 0, x, new About(Math.log(x) / Math.log(2), 1e-14 * Math.abs(Math.log(x))))));
        all.add(of("exp", (g, x, y) -> x.dividedBy(100).exp(), (x, y) -> StrictMath.exp(x / 100)));
        all.add(of(
                "pow",
                (g, x, y) -> x.pow(2.5),
                (x, y) -> domain(x >= 0 || Double.isInfinite(x), x, StrictMath.pow(x, 2.5))));
        all.add(of(
                "negative pow",
                (g, x, y) -> x.pow(-2),
                (x, y) -> x == 0 ? Absent.DIVIDE_BY_ZERO : (Object) StrictMath.pow(x, -2)));
        all.add(of("floor", (g, x, y) -> x.floor(), (x, y) -> Math.floor(x)));
        all.add(of("ceil", (g, x, y) -> x.ceil(), (x, y) -> Math.ceil(x)));
        all.add(of("round", (g, x, y) -> x.round(), (x, y) -> Math.rint(x)));
        all.add(of("sign", (g, x, y) -> x.sign(), (x, y) -> Math.signum(x)));
        all.add(of("clamp", (g, x, y) -> x.clamp(99, 101), (x, y) -> Math.min(Math.max(x, 99), 101)));
        all.add(of("lesser", (g, x, y) -> x.lesser(y), Math::min));
        all.add(of("greater", (g, x, y) -> x.greater(y), Math::max));
        all.add(of("gt", (g, x, y) -> x.gt(100), (x, y) -> x > 100 ? 1.0 : 0.0));
        all.add(of("gte", (g, x, y) -> x.gte(100), (x, y) -> x >= 100 ? 1.0 : 0.0));
        all.add(of("lt", (g, x, y) -> x.lt(100), (x, y) -> x < 100 ? 1.0 : 0.0));
        all.add(of("lte", (g, x, y) -> x.lte(100), (x, y) -> x <= 100 ? 1.0 : 0.0));
        all.add(of("and", (g, x, y) -> x.gt(100).and(y.gt(50)), (x, y) -> x > 100 && y > 50 ? 1.0 : 0.0));
        all.add(of("or", (g, x, y) -> x.gt(100).or(y.gt(50)), (x, y) -> x > 100 || y > 50 ? 1.0 : 0.0));
        all.add(of("not", (g, x, y) -> x.not(), (x, y) -> x == 0 ? 1.0 : 0.0));
        all.add(of("when", (g, x, y) -> x.when(y.gt(50)), (x, y) -> y > 50 ? (Object) x : Absent.FILTERED_OUT));
        all.add(of("where", (g, x, y) -> x.where(v -> v > 100), (x, y) -> x > 100 ? (Object) x : Absent.FILTERED_OUT));
        all.add(of("apply", (g, x, y) -> x.apply(v -> v * v), (x, y) -> x * x));
        all.add(of("zip", (g, x, y) -> x.zip(y, (a, b) -> a - 2 * b), (x, y) -> x - 2 * y));
        all.add(of("map", (g, x, y) -> x.map(v -> "v" + v), (x, y) -> "v" + x));
        all.add(of(
                "filter", (g, x, y) -> x.filter(v -> v > 100), (x, y) -> x > 100 ? (Object) x : Absent.FILTERED_OUT));
        all.add(of("mapToNumber", (g, x, y) -> x.map(v -> "" + v).mapToNumber(String::length), (x, y) ->
                (double) ("" + x).length()));
        all.add(of("combine", (g, x, y) -> g.combine(x, y, (a, b) -> List.of(a, b)), (x, y) -> List.of(x, y)));
        all.add(of(
                "combine five",
                (g, x, y) -> g.combine(x, y, x, y, x, (a, b, c, d, e) -> List.of(a, b, c, d, e)),
                (x, y) -> List.of(x, y, x, y, x)));
        all.add(new OperatorCase("row", (g, x, y) -> g.row(x, y).map(Arrays::toString), () -> new Reference() {
            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                out.accept(expected(t, Arrays.toString(new double[] {x == null ? Double.NaN : x, y})));
            }
        }));
        all.add(new OperatorCase("orElse", (g, x, y) -> x.orElse(y), () -> new Reference() {
            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                out.accept(expected(t, x == null ? y : x));
            }
        }));
        return all;
    }

    private static Object domain(boolean inside, double x, Object value) {
        return inside || Double.isNaN(x) ? value : Absent.DOMAIN_ERROR;
    }

    private static OperatorCase of(
            String name, OperatorCase.Definition definition, BiFunction<Double, Double, Object> function) {
        return new OperatorCase(
                name,
                definition,
                () -> Reference.ofHistory(
                        1,
                        h -> function.apply(
                                h.get(h.size() - 1).x(), h.get(h.size() - 1).y())));
    }
}
