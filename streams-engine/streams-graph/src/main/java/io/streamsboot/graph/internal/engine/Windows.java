package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.Estimator;
import io.streamsboot.graph.Window;

/** Operators over windows of any kind. */
public final class Windows {

    private Windows() {}

    /** Sum or mean. */
    public static OpFactory sum(Window window, boolean mean) {
        if (window.kind() == Window.Kind.COUNT && window.size() > 1) {
            return (out, in, timer) -> new CountSumOp(out, in.get(0), (int) window.size(), mean);
        }
        return aggregate(window, new SumAggregate(mean));
    }

    /** Maximum or minimum. */
    public static OpFactory extreme(Window window, boolean max) {
        if (window.kind() == Window.Kind.COUNT && window.size() > 1) {
            return (out, in, timer) -> new CountExtremeOp(out, in.get(0), (int) window.size(), max);
        }
        return aggregate(window, new ExtremeAggregate(max));
    }

    /** Number of values. */
    public static OpFactory size(Window window) {
        return aggregate(window, new SizeAggregate());
    }

    /** Mean with linear weights. */
    public static OpFactory weighted(Window window) {
        return aggregate(window, new WeightedAggregate());
    }

    /** Relative strength of an input that is a change. */
    public static OpFactory strength(Window window) {
        return aggregate(window, new StrengthAggregate());
    }

    /** Variance. */
    public static OpFactory variance(Window window, Estimator estimator) {
        return moments(window, MomentsAggregate.Of.VARIANCE, estimator);
    }

    /** Standard deviation. */
    public static OpFactory deviation(Window window, Estimator estimator) {
        return moments(window, MomentsAggregate.Of.DEVIATION, estimator);
    }

    /** Skewness. */
    public static OpFactory skewness(Window window, Estimator estimator) {
        return moments(window, MomentsAggregate.Of.SKEWNESS, estimator);
    }

    /** Excess kurtosis. */
    public static OpFactory kurtosis(Window window, Estimator estimator) {
        return moments(window, MomentsAggregate.Of.KURTOSIS, estimator);
    }

    /** Correlation of two inputs. */
    public static OpFactory correlation(Window window) {
        return aggregate(window, new ComomentsAggregate(true, true));
    }

    /** Covariance of two inputs. */
    public static OpFactory covariance(Window window, Estimator estimator) {
        return aggregate(window, new ComomentsAggregate(false, estimator == Estimator.SAMPLE));
    }

    /** Quantile. */
    public static OpFactory quantile(Window window, double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a quantile must lie between 0 and 1, not " + q);
        }
        return order(window, new OrderStatistic.Quantile(q));
    }

    /** Rank of the newest value. */
    public static OpFactory rank(Window window) {
        return order(window, new OrderStatistic.Rank());
    }

    private static OpFactory moments(Window window, MomentsAggregate.Of of, Estimator estimator) {
        return aggregate(window, new MomentsAggregate(of, estimator == Estimator.SAMPLE));
    }

    static OpFactory aggregate(Window window, Aggregate aggregate) {
        checkSize(window, aggregate.needed());
        return (out, in, timer) -> {
            Slot first = in.get(0);
            Slot second = in.size() > 1 ? in.get(1) : null;
            return switch (window.kind()) {
                case COUNT -> new CountWindowOp(out, first, second, (int) window.size(), aggregate);
                case TIME -> new TimeWindowOp(out, first, second, window.size(), aggregate);
                case TUMBLING, SESSION -> new ClosingWindowOp(out, first, second, timer, closing(window), aggregate);
            };
        };
    }

    private static OpFactory order(Window window, OrderStatistic statistic) {
        checkSize(window, statistic.needed());
        return (out, in, timer) -> {
            Slot first = in.get(0);
            return switch (window.kind()) {
                case COUNT -> OrderWindowOp.count(out, first, statistic, (int) window.size());
                case TIME -> OrderWindowOp.time(out, first, statistic, window.size());
                case TUMBLING, SESSION -> OrderWindowOp.closing(out, first, statistic, timer, closing(window));
            };
        };
    }

    private static Closing closing(Window window) {
        return new Closing(window.kind() == Window.Kind.SESSION, window.size());
    }

    private static void checkSize(Window window, int needed) {
        if (window.kind() == Window.Kind.COUNT && window.size() < needed) {
            throw new IllegalArgumentException("a window of " + window.size()
                    + " values can never say anything: this operator needs at least " + needed);
        }
    }
}
