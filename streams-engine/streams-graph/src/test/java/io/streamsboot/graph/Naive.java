package io.streamsboot.graph;

import io.streamsboot.graph.Reference.About;
import io.streamsboot.graph.Reference.Point;
import io.streamsboot.graph.value.Absent;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Statistics of a list of values, straight from their definitions. */
final class Naive {

    private static final double RELATIVE = 1e-9;

    private Naive() {}

    static Object sum(List<Point> window) {
        if (window.stream().anyMatch(p -> !Double.isFinite(p.x()))) {
            return window.stream().mapToDouble(Point::x).reduce(0, Double::sum);
        }
        double sum = 0;
        double error = 0;
        double absolute = 0;
        for (Point p : window) {
            double next = sum + p.x();
            error += Math.abs(sum) >= Math.abs(p.x()) ? (sum - next) + p.x() : (p.x() - next) + sum;
            sum = next;
            absolute += Math.abs(p.x());
        }
        return new About(sum + error, 4 * Math.ulp(absolute));
    }

    static Object mean(List<Point> window) {
        Object sum = sum(window);
        int n = window.size();
        return sum instanceof About about
                ? new About(about.value() / n, about.tolerance() / n)
                : (Object) ((double) sum / n);
    }

    static Object wma(List<Point> window) {
        double weighted = 0;
        double absolute = 0;
        for (int i = 0; i < window.size(); i++) {
            weighted += (i + 1) * window.get(i).x();
            absolute += (i + 1) * Math.abs(window.get(i).x());
        }
        double weights = window.size() * (window.size() + 1) / 2.0;
        return new About(weighted / weights, 1e-14 * window.size() * absolute / weights);
    }

    private static double moment(List<Point> window, int power) {
        double mean = exactMean(window, Point::x);
        return window.stream().mapToDouble(p -> Math.pow(p.x() - mean, power)).sum() / window.size();
    }

    private static double exactMean(List<Point> window, ToDoubleFunction<Point> of) {
        double rough = window.stream().mapToDouble(of).sum() / window.size();
        return rough
                + window.stream().mapToDouble(p -> of.applyAsDouble(p) - rough).sum() / window.size();
    }

    private static boolean finite(List<Point> window) {
        return window.stream().allMatch(p -> Double.isFinite(p.x()));
    }

    private static boolean equal(List<Point> window) {
        return window.stream().allMatch(p -> p.x() == window.get(0).x());
    }

    static Object variance(List<Point> window, boolean sample) {
        if (!finite(window)) {
            return Double.NaN;
        }
        int n = window.size();
        double variance = equal(window) ? 0 : moment(window, 2) * n / (sample ? n - 1 : n);
        return new About(variance, RELATIVE * variance);
    }

    static Object std(List<Point> window, boolean sample) {
        Object variance = variance(window, sample);
        return variance instanceof About about
                ? new About(Math.sqrt(about.value()), RELATIVE * Math.sqrt(about.value()))
                : variance;
    }

    static Object skewness(List<Point> window, boolean sample) {
        if (!finite(window)) {
            return Double.NaN;
        }
        if (equal(window)) {
            return Absent.DIVIDE_BY_ZERO;
        }
        double n = window.size();
        double g = moment(window, 3) / Math.pow(moment(window, 2), 1.5);
        double skewness = sample ? g * Math.sqrt(n * (n - 1)) / (n - 2) : g;
        return new About(skewness, RELATIVE * (1 + Math.abs(skewness)));
    }

    static Object kurtosis(List<Point> window, boolean sample) {
        if (!finite(window)) {
            return Double.NaN;
        }
        if (equal(window)) {
            return Absent.DIVIDE_BY_ZERO;
        }
        double n = window.size();
        double g = moment(window, 4) / Math.pow(moment(window, 2), 2) - 3;
        double kurtosis = sample ? (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * g + 6) : g;
        return new About(kurtosis, RELATIVE * (10 + Math.abs(kurtosis)));
    }

    static Object covariance(List<Point> window, boolean sample, boolean correlation) {
        if (!finite(window)) {
            return Double.NaN;
        }
        double mx = exactMean(window, Point::x);
        double my = exactMean(window, Point::y);
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (Point p : window) {
            xx += (p.x() - mx) * (p.x() - mx);
            yy += (p.y() - my) * (p.y() - my);
            xy += (p.x() - mx) * (p.y() - my);
        }
        int n = window.size();
        if (correlation) {
            return equal(window)
                    ? Absent.DIVIDE_BY_ZERO
                    : (Object) new About(xy / Math.sqrt(xx) / Math.sqrt(yy), RELATIVE);
        }
        double divisor = sample ? n - 1 : n;
        return new About(xy / divisor, RELATIVE * Math.sqrt(xx) * Math.sqrt(yy) / divisor);
    }

    static Object quantile(List<Point> window, double q) {
        double[] sorted = window.stream().mapToDouble(Point::x).sorted().toArray();
        if (Double.isNaN(sorted[sorted.length - 1])) {
            return Double.NaN;
        }
        double rank = q * (sorted.length - 1);
        double low = sorted[(int) Math.floor(rank)];
        double high = sorted[(int) Math.ceil(rank)];
        double part = rank - Math.floor(rank);
        if (part == 0 || low == high) {
            return low;
        }
        double value = (1 - part) * low + part * high;
        return Double.isFinite(value) ? new About(value, 1e-15 * (Math.abs(low) + Math.abs(high))) : (Object) value;
    }

    static Object rank(List<Point> window) {
        double[] values = window.stream().mapToDouble(Point::x).toArray();
        if (Arrays.stream(values).anyMatch(Double::isNaN)) {
            return Double.NaN;
        }
        double newest = values[values.length - 1];
        long below = Arrays.stream(values).filter(v -> v < newest).count();
        long others = Arrays.stream(values).filter(v -> v == newest).count() - 1;
        return (below + others / 2.0) / (values.length - 1);
    }

    static Object strength(List<Double> changes) {
        double gains = 0;
        double losses = 0;
        for (double change : changes) {
            if (!Double.isFinite(change)) {
                return Double.NaN;
            }
            gains += Math.max(change, 0);
            losses += Math.max(-change, 0);
        }
        return gains + losses == 0 ? Absent.DIVIDE_BY_ZERO : new About(100 * gains / (gains + losses), 1e-10);
    }
}
