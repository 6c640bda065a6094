package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.Operator;
import io.streamsboot.graph.value.Absent;
import io.streamsboot.graph.value.Crossing;
import io.streamsboot.graph.value.Glitch;
import io.streamsboot.graph.value.Pulse;
import io.streamsboot.graph.value.Runt;
import io.streamsboot.graph.value.Zone;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Crossings, detectors, what lets only some values pass, and operators of a user. */
final class EventCases {

    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(9);

    private EventCases() {}

    static List<OperatorCase> all() {
        var all = new ArrayList<OperatorCase>();
        all.add(new OperatorCase("cross", (g, x, y) -> x.cross(y.times(2)), () -> crossing(0, null, true)));
        all.add(new OperatorCase(
                "crossAbove", (g, x, y) -> x.crossAbove(y.times(2)), () -> crossing(0, Crossing.UP, true)));
        all.add(new OperatorCase(
                "crossBelow", (g, x, y) -> x.crossBelow(y.times(2)), () -> crossing(0, Crossing.DOWN, true)));
        all.add(new OperatorCase("cross a level", (g, x, y) -> x.cross(100), () -> crossing(0, null, false)));
        all.add(new OperatorCase(
                "crossAbove a level", (g, x, y) -> x.crossAbove(100), () -> crossing(0, Crossing.UP, false)));
        all.add(new OperatorCase(
                "crossBelow a level", (g, x, y) -> x.crossBelow(100), () -> crossing(0, Crossing.DOWN, false)));
        all.add(new OperatorCase(
                "crossHysteresis", (g, x, y) -> x.crossHysteresis(100, 2), () -> crossing(2, null, false)));
        all.add(new OperatorCase(
                "glitchFilter", (g, x, y) -> wave(x).glitchFilter(0.3, SHORT), () -> pulses(SHORT.toNanos(), null)));
        all.add(new OperatorCase(
                "pulseWidth",
                (g, x, y) -> wave(x).pulseWidth(0.3, SHORT, LONG),
                () -> pulses(SHORT.toNanos(), LONG.toNanos())));
        all.add(new OperatorCase("runtDetect", (g, x, y) -> wave(x).runtDetect(-0.5, 0.8), EventCases::runts));
        all.add(new OperatorCase("windowDetect", (g, x, y) -> wave(x).windowDetect(-0.5, 0.5), EventCases::zones));
        all.add(new OperatorCase("rateLimit", (g, x, y) -> x.rateLimit(3, SHORT), EventCases::limit));
        all.add(new OperatorCase(
                "rateLimit of objects", (g, x, y) -> x.map(v -> v).rateLimit(3, SHORT), EventCases::limit));
        all.add(new OperatorCase(
                "dedupe", (g, x, y) -> x.dedupe(v -> (long) (v % 7), SHORT, Codec.int64()), EventCases::dedupe));
        all.add(new OperatorCase("operator", (g, x, y) -> x.through(new Quiet()), EventCases::quiet));
        return all;
    }

    private static Signal wave(Signal x) {
        return x.apply(EventCases::wave);
    }

    /** From -1 to 1 and back, without a sine: that of Java 21 and later makes arrays. */
    private static double wave(double x) {
        if (!Double.isFinite(x)) {
            return x;
        }
        double turns = x / 19;
        return 4 * Math.abs(turns - Math.floor(turns) - 0.5) - 1;
    }

    /** A reference for present values; {@code null} means that nothing passes. */
    private abstract static class OfValues extends Reference {

        boolean seen;

        @Override
        void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
            if (x == null) {
                out.accept(expected(t, Absent.UPSTREAM_ABSENT));
            } else {
                Object said = of(t, x, y);
                out.accept(expected(t, said != null ? said : seen ? Absent.FILTERED_OUT : Absent.WARMING_UP));
                seen |= counts(x, y);
            }
        }

        @SuppressWarnings("UnusedVariable") // subclasses look at them
        boolean counts(double x, double y) {
            return true;
        }

        abstract @Nullable Object of(long t, double x, double y);
    }

    /** Looks back through the whole history for the side the signal was on. */
    private static Reference crossing(double margin, @Nullable Crossing only, boolean other) {
        return new OfValues() {
            private final List<Double> sides = new ArrayList<>();

            private double side(double x, double y) {
                double level = other ? 2 * y : 100;
                return x > level + margin ? 1 : x < level - margin ? -1 : 0;
            }

            @Override
            boolean counts(double x, double y) {
                return !sides.isEmpty();
            }

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                int before = sides.size();
                super.step(t, x, y, out);
                // The step that takes a side for the first time is still warming up.
                seen = before > 0 || !sides.isEmpty();
            }

            @Override
            @Nullable Object of(long t, double x, double y) {
                double side = side(x, y);
                if (side == 0) {
                    return null;
                }
                boolean turned = !sides.isEmpty() && sides.get(sides.size() - 1) != side;
                sides.clear();
                sides.add(side);
                Crossing crossing = side > 0 ? Crossing.UP : Crossing.DOWN;
                return turned && (only == null || only == crossing) ? crossing : null;
            }
        };
    }

    private static Reference pulses(long min, @Nullable Long max) {
        return new Reference() {
            private final List<Point> pulse = new ArrayList<>();
            private boolean known;
            private boolean lowSeen;
            private boolean said;

            @Override
            void step(long t, @Nullable Double raw, double y, Consumer<Expected> out) {
                long start = pulse.isEmpty() ? 0 : pulse.get(0).t();
                if (max != null && !pulse.isEmpty() && !said && t - start >= max) {
                    out.accept(expected(start + max, new Pulse(Pulse.Verdict.TOO_LONG, Duration.ofNanos(max))));
                    said = true;
                }
                if (raw == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                    return;
                }
                double x = wave(raw);
                Object event = known ? Absent.FILTERED_OUT : Absent.WARMING_UP;
                if (x >= 0.3) {
                    if (lowSeen) {
                        pulse.add(new Point(t, x, 0));
                    }
                    known = true;
                } else if (x < 0.3) {
                    if (!pulse.isEmpty() && !said) {
                        event = judge(t - start);
                    }
                    pulse.clear();
                    said = false;
                    lowSeen = true;
                    known = true;
                }
                out.accept(expected(t, event));
            }

            private Object judge(long width) {
                if (max == null) {
                    return width >= min ? Glitch.VALID : Glitch.REJECTED;
                }
                return new Pulse(width >= min ? Pulse.Verdict.VALID : Pulse.Verdict.TOO_SHORT, Duration.ofNanos(width));
            }
        };
    }

    private static Reference runts() {
        return new OfValues() {
            private @Nullable List<Double> excursion;

            @Override
            boolean counts(double x, double y) {
                return !Double.isNaN(x);
            }

            @Override
            @Nullable Object of(long t, double raw, double y) {
                double x = wave(raw);
                if (x < -0.5) {
                    Object said = null;
                    if (excursion != null && !excursion.isEmpty()) {
                        double peak =
                                excursion.stream().mapToDouble(v -> v).max().orElseThrow();
                        said = new Runt(peak < 0.8, peak);
                    }
                    excursion = new ArrayList<>();
                    return said;
                }
                if (excursion != null && x >= -0.5) {
                    excursion.add(x);
                }
                return null;
            }
        };
    }

    private static Reference zones() {
        return new OfValues() {
            private int place = 9;

            @Override
            boolean counts(double x, double y) {
                return !Double.isNaN(x);
            }

            @Override
            @Nullable Object of(long t, double raw, double y) {
                double x = wave(raw);
                if (Double.isNaN(x)) {
                    return null;
                }
                int now = x < -0.5 ? -1 : x > 0.5 ? 1 : 0;
                int before = place;
                place = now;
                if (before == 9 || before == now || (before != 0 && now != 0)) {
                    return null;
                }
                return now == 0 ? Zone.ENTERED : now < 0 ? Zone.EXITED_LOW : Zone.EXITED_HIGH;
            }
        };
    }

    private static Reference limit() {
        return new Reference() {
            private final List<Long> passed = new ArrayList<>();

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (x == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                    return;
                }
                passed.removeIf(time -> time <= t - SHORT.toNanos());
                boolean passes = passed.size() < 3;
                if (passes) {
                    passed.add(t);
                }
                out.accept(expected(t, passes ? x : (Object) Absent.FILTERED_OUT));
            }
        };
    }

    private static Reference dedupe() {
        Map<Long, Long> passed = new HashMap<>();
        return new Reference() {
            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (x == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                    return;
                }
                Long last = passed.get((long) (x % 7));
                if (last != null && last > t - SHORT.toNanos()) {
                    out.accept(expected(t, Absent.FILTERED_OUT));
                } else {
                    passed.put((long) (x % 7), t);
                    out.accept(expected(t, x));
                }
            }
        };
    }

    /** Says how many values came in a row when none has come for a while. */
    private static final class Quiet implements Operator<Long, Double, String> {

        @Override
        public Long initial() {
            return 0L;
        }

        @Override
        public Long apply(Long state, Double value, Context<String> context) {
            context.timerAt(context.epochNanos() + SHORT.toNanos());
            if (Double.isNaN(value)) {
                context.absent(Absent.DOMAIN_ERROR);
            }
            return state + 1;
        }

        @Override
        public Long onTimer(Long state, Context<String> context) {
            context.emit(state + " values");
            return 0L;
        }

        @Override
        public Codec<Long> codec() {
            return Codec.int64();
        }

        @Override
        public String signature() {
            return "quiet";
        }
    }

    private static Reference quiet() {
        return new Reference() {
            private int values;
            private long last;

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (values > 0 && t - last >= SHORT.toNanos()) {
                    out.accept(expected(last + SHORT.toNanos(), values + " values"));
                    values = 0;
                }
                if (x == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                } else {
                    values++;
                    last = t;
                    out.accept(expected(t, Double.isNaN(x) ? Absent.DOMAIN_ERROR : Absent.FILTERED_OUT));
                }
            }
        };
    }
}
