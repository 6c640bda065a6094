package io.streamsboot.graph;

import io.streamsboot.graph.value.Absent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What an operator is expected to say, computed the slow and obvious way from the values themselves. */
abstract class Reference {

    /** A value (a Double, an event) or an {@link Absent}, and how far a number may be off. */
    record Expected(long nanos, Object value, double tolerance) {}

    /** A number with its tolerance. */
    record About(double value, double tolerance) {}

    abstract void step(long t, @Nullable Double x, double y, Consumer<Expected> out);

    void finish(Consumer<Expected> out) {}

    static Expected expected(long t, Object value) {
        return value instanceof About about ? new Expected(t, about.value, about.tolerance) : new Expected(t, value, 0);
    }

    static List<Expected> of(Reference reference, List<Tick> ticks) {
        var all = new ArrayList<Expected>();
        for (Tick tick : ticks) {
            reference.step(tick.nanos(), tick.x(), tick.y(), all::add);
        }
        reference.finish(all::add);
        return all;
    }

    /** One value of a window. */
    record Point(long t, double x, double y) {}

    /** A function of the present values so far, the newest last; missing values say {@link Absent#UPSTREAM_ABSENT}. */
    static Reference ofHistory(int keep, Function<List<Point>, Object> function) {
        return new Reference() {
            private final List<Point> history = new ArrayList<>();

            @Override
            void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
                if (x == null) {
                    out.accept(expected(t, Absent.UPSTREAM_ABSENT));
                    return;
                }
                history.add(new Point(t, x, y));
                if (history.size() > 2 * keep) {
                    history.subList(0, history.size() - keep).clear();
                }
                out.accept(expected(t, function.apply(history)));
            }
        };
    }

    /** A function of the values of a window; {@code needed} values must be there. */
    static Reference ofWindow(Window window, int needed, Function<List<Point>, Object> function) {
        return switch (window.kind()) {
            case COUNT ->
                ofHistory((int) window.size() + 1, history -> {
                    int size = (int) window.size();
                    return history.size() < size
                            ? Absent.WARMING_UP
                            : function.apply(history.subList(history.size() - size, history.size()));
                });
            case TIME ->
                ofHistory(1000, history -> {
                    long now = history.get(history.size() - 1).t;
                    int from = history.size();
                    while (from > 0 && history.get(from - 1).t > now - window.size()) {
                        from--;
                    }
                    return history.size() - from < needed
                            ? Absent.WARMING_UP
                            : function.apply(history.subList(from, history.size()));
                });
            case TUMBLING, SESSION -> new Closing(window, needed, function);
        };
    }

    private static final class Closing extends Reference {

        private final Window window;
        private final int needed;
        private final Function<List<Point>, Object> function;
        private final List<Point> open = new ArrayList<>();

        Closing(Window window, int needed, Function<List<Point>, Object> function) {
            this.window = window;
            this.needed = needed;
            this.function = function;
        }

        private long end() {
            long last = open.get(open.size() - 1).t;
            return window.kind() == Window.Kind.SESSION
                    ? last + window.size()
                    : last - Math.floorMod(last, window.size()) + window.size();
        }

        @Override
        void step(long t, @Nullable Double x, double y, Consumer<Expected> out) {
            if (!open.isEmpty() && end() <= t) {
                finish(out);
            }
            if (x == null) {
                out.accept(expected(t, Absent.UPSTREAM_ABSENT));
            } else {
                open.add(new Point(t, x, y));
                out.accept(expected(t, Absent.WINDOW_OPEN));
            }
        }

        @Override
        void finish(Consumer<Expected> out) {
            if (!open.isEmpty()) {
                if (open.size() >= needed) {
                    Object value = function.apply(List.copyOf(open));
                    if (!(value instanceof Absent)) {
                        out.accept(expected(end(), value));
                    }
                }
                open.clear();
            }
        }
    }
}
