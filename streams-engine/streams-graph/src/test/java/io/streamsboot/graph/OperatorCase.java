package io.streamsboot.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** An operator and what it is expected to say. */
record OperatorCase(String name, Definition definition, Supplier<Reference> reference) {

    /** Makes the node from the two signals of a {@link Tick}. */
    @FunctionalInterface
    interface Definition {
        Node<?> make(GraphBuilder<Tick> g, Signal x, Signal y);
    }

    @SuppressWarnings("unchecked")
    Graph<Tick, Object> graph() {
        return Graph.define(Tick.class, g -> (Node<Object>) node(g));
    }

    Node<?> node(GraphBuilder<Tick> g) {
        g.timestamp(tick -> java.time.Instant.ofEpochSecond(0, tick.nanos()));
        return definition.make(g, g.optionalNumber(Tick::x), g.number(Tick::y));
    }

    @Override
    public String toString() {
        return name;
    }

    static List<OperatorCase> all() {
        var all = new ArrayList<OperatorCase>();
        for (Window window : List.of(
                Window.count(20),
                Window.count(7),
                Window.time(Duration.ofSeconds(10)),
                Window.tumbling(Duration.ofSeconds(5)),
                Window.session(Duration.ofMillis(1300)))) {
            all.addAll(windowed(window));
        }
        all.addAll(OperatorCases.small());
        all.addAll(OperatorCases.looksBack());
        all.addAll(OperatorCases.composites());
        all.addAll(OperatorCases.math());
        all.addAll(EventCases.all());
        return all;
    }

    static List<OperatorCase> windowed(Window window) {
        var all = new ArrayList<OperatorCase>();
        String over = " over " + window;
        add(all, "sma" + over, (g, x, y) -> x.sma(window), window, 1, Naive::mean);
        add(all, "sum" + over, (g, x, y) -> x.sum(window), window, 1, Naive::sum);
        add(all, "count" + over, (g, x, y) -> x.count(window), window, 1, w -> (double) w.size());
        add(
                all,
                "min" + over,
                (g, x, y) -> x.min(window),
                window,
                1,
                w -> w.stream().mapToDouble(Reference.Point::x).reduce(Double.POSITIVE_INFINITY, Math::min));
        add(
                all,
                "max" + over,
                (g, x, y) -> x.max(window),
                window,
                1,
                w -> w.stream().mapToDouble(Reference.Point::x).reduce(Double.NEGATIVE_INFINITY, Math::max));
        add(all, "wma" + over, (g, x, y) -> x.wma(window), window, 1, Naive::wma);
        add(all, "median" + over, (g, x, y) -> x.median(window), window, 1, w -> Naive.quantile(w, 0.5));
        add(all, "quantile" + over, (g, x, y) -> x.quantile(0.83, window), window, 1, w -> Naive.quantile(w, 0.83));
        add(all, "rank" + over, (g, x, y) -> x.rank(window), window, 2, Naive::rank);
        add(all, "variance" + over, (g, x, y) -> x.variance(window), window, 2, w -> Naive.variance(w, true));
        add(all, "std" + over, (g, x, y) -> x.std(window), window, 2, w -> Naive.std(w, true));
        add(all, "skewness" + over, (g, x, y) -> x.skewness(window), window, 3, w -> Naive.skewness(w, true));
        add(all, "kurtosis" + over, (g, x, y) -> x.kurtosis(window), window, 4, w -> Naive.kurtosis(w, true));
        Estimator whole = Estimator.POPULATION;
        add(
                all,
                "population variance" + over,
                (g, x, y) -> x.variance(window, whole),
                window,
                1,
                w -> Naive.variance(w, false));
        add(all, "population std" + over, (g, x, y) -> x.std(window, whole), window, 1, w -> Naive.std(w, false));
        add(
                all,
                "population skewness" + over,
                (g, x, y) -> x.skewness(window, whole),
                window,
                1,
                w -> Naive.skewness(w, false));
        add(
                all,
                "population kurtosis" + over,
                (g, x, y) -> x.kurtosis(window, whole),
                window,
                1,
                w -> Naive.kurtosis(w, false));
        add(
                all,
                "covariance" + over,
                (g, x, y) -> x.covariance(y, window),
                window,
                2,
                w -> Naive.covariance(w, true, false));
        add(
                all,
                "population covariance" + over,
                (g, x, y) -> x.covariance(y, window, whole),
                window,
                1,
                w -> Naive.covariance(w, false, false));
        add(
                all,
                "correlation" + over,
                (g, x, y) -> x.correlation(y, window),
                window,
                2,
                w -> Naive.covariance(w, true, true));
        all.add(new OperatorCase("rsi" + over, (g, x, y) -> x.rsi(window), () -> OperatorCases.strength(window)));
        return all;
    }

    private static void add(
            List<OperatorCase> all,
            String name,
            Definition definition,
            Window window,
            int needed,
            Function<List<Reference.Point>, Object> function) {
        all.add(new OperatorCase(name, definition, () -> Reference.ofWindow(window, needed, function)));
    }
}
