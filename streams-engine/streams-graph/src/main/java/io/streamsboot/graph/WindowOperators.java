package io.streamsboot.graph;

import java.time.Duration;

/**
 * Operators over windows of a signal. Each comes in three forms: over any {@link Window}, over the time of a {@link Duration},
 * and over a number of values.
 *
 * <p>Over a count window there is a value from the n-th value on, over a time window as soon as there are enough values, and over
 * a tumbling or session window when it closes, at the time of its end. A missing input does not move the window. NaN and
 * infinities have the effect that IEEE 754 gives them, and leave no trace when they have left the window.
 */
public interface WindowOperators {

    /** Mean of the values. The sum is compensated and never subtracted from: at most 4 ulp of the sum of absolute values off. */
    Signal sma(Window window);

    /** {@link #sma(Window)} over the last {@code span}. */
    default Signal sma(Duration span) {
        return sma(Window.time(span));
    }

    /** {@link #sma(Window)} over the last {@code n} values. */
    default Signal sma(int n) {
        return sma(Window.count(n));
    }

    /** Sum of the values, compensated like {@link #sma}. */
    Signal sum(Window window);

    /** {@link #sum(Window)} over the last {@code span}. */
    default Signal sum(Duration span) {
        return sum(Window.time(span));
    }

    /** {@link #sum(Window)} over the last {@code n} values. */
    default Signal sum(int n) {
        return sum(Window.count(n));
    }

    /** Number of values. */
    Signal count(Window window);

    /** {@link #count(Window)} over the last {@code span}. */
    default Signal count(Duration span) {
        return count(Window.time(span));
    }

    /** {@link #count(Window)} over the last {@code n} values. */
    default Signal count(int n) {
        return count(Window.count(n));
    }

    /** Least value; -0.0 is less than 0.0, and a NaN among the values is the answer. */
    Signal min(Window window);

    /** {@link #min(Window)} over the last {@code span}. */
    default Signal min(Duration span) {
        return min(Window.time(span));
    }

    /** {@link #min(Window)} over the last {@code n} values. */
    default Signal min(int n) {
        return min(Window.count(n));
    }

    /** Greatest value; 0.0 is greater than -0.0, and a NaN among the values is the answer. */
    Signal max(Window window);

    /** {@link #max(Window)} over the last {@code span}. */
    default Signal max(Duration span) {
        return max(Window.time(span));
    }

    /** {@link #max(Window)} over the last {@code n} values. */
    default Signal max(int n) {
        return max(Window.count(n));
    }

    /** Mean with weights 1 for the oldest value of the window to n for the newest. */
    Signal wma(Window window);

    /** {@link #wma(Window)} over the last {@code span}. */
    default Signal wma(Duration span) {
        return wma(Window.time(span));
    }

    /** {@link #wma(Window)} over the last {@code n} values. */
    default Signal wma(int n) {
        return wma(Window.count(n));
    }

    /** Variance of the sample: sum of squared deviations over n - 1. Needs two values. */
    Signal variance(Window window);

    /** {@link #variance(Window)} over the last {@code span}. */
    default Signal variance(Duration span) {
        return variance(Window.time(span));
    }

    /** {@link #variance(Window)} over the last {@code n} values. */
    default Signal variance(int n) {
        return variance(Window.count(n));
    }

    /** Variance as the given estimator has it; {@link Estimator#POPULATION} needs one value. */
    Signal variance(Window window, Estimator estimator);

    /** Square root of {@link #variance}. */
    Signal std(Window window);

    /** {@link #std(Window)} over the last {@code span}. */
    default Signal std(Duration span) {
        return std(Window.time(span));
    }

    /** {@link #std(Window)} over the last {@code n} values. */
    default Signal std(int n) {
        return std(Window.count(n));
    }

    /** Standard deviation as the given estimator has it; {@link Estimator#POPULATION} needs one value. */
    Signal std(Window window, Estimator estimator);

    /** Adjusted skewness G1 of the sample. Needs three values; equal values divide by zero. */
    Signal skewness(Window window);

    /** {@link #skewness(Window)} over the last {@code span}. */
    default Signal skewness(Duration span) {
        return skewness(Window.time(span));
    }

    /** {@link #skewness(Window)} over the last {@code n} values. */
    default Signal skewness(int n) {
        return skewness(Window.count(n));
    }

    /** Skewness as the given estimator has it; {@link Estimator#POPULATION} needs one value. */
    Signal skewness(Window window, Estimator estimator);

    /** Excess kurtosis G2 of the sample. Needs four values; equal values divide by zero. */
    Signal kurtosis(Window window);

    /** {@link #kurtosis(Window)} over the last {@code span}. */
    default Signal kurtosis(Duration span) {
        return kurtosis(Window.time(span));
    }

    /** {@link #kurtosis(Window)} over the last {@code n} values. */
    default Signal kurtosis(int n) {
        return kurtosis(Window.count(n));
    }

    /** Excess kurtosis as the given estimator has it; {@link Estimator#POPULATION} needs one value. */
    Signal kurtosis(Window window, Estimator estimator);

    /** The quantile of 0.5. */
    Signal median(Window window);

    /** {@link #median(Window)} over the last {@code span}. */
    default Signal median(Duration span) {
        return median(Window.time(span));
    }

    /** {@link #median(Window)} over the last {@code n} values. */
    default Signal median(int n) {
        return median(Window.count(n));
    }

    /** Where the newest value stands in the window, from 0 for the least to 1 for the greatest, ties in the middle. Needs two. */
    Signal rank(Window window);

    /** {@link #rank(Window)} over the last {@code span}. */
    default Signal rank(Duration span) {
        return rank(Window.time(span));
    }

    /** {@link #rank(Window)} over the last {@code n} values. */
    default Signal rank(int n) {
        return rank(Window.count(n));
    }

    /**
     * Relative strength: 100 times the sum of gains over that of gains and losses, of the changes from value to value whose
     * later value lies in the window; over a count window, of n changes. Without any change it divides by zero.
     */
    Signal rsi(Window window);

    /** {@link #rsi(Window)} over the last {@code span}. */
    default Signal rsi(Duration span) {
        return rsi(Window.time(span));
    }

    /** {@link #rsi(Window)} over the last {@code n} values. */
    default Signal rsi(int n) {
        return rsi(Window.count(n));
    }

    /** The quantile of {@code q} from 0 to 1, linear between neighbours (type 7 of Hyndman and Fan). A NaN among the values is
     * the answer. */
    Signal quantile(double q, Window window);

    /** {@link #quantile(double, Window)} over the last {@code span}. */
    default Signal quantile(double q, Duration span) {
        return quantile(q, Window.time(span));
    }

    /** {@link #quantile(double, Window)} over the last {@code n} values. */
    default Signal quantile(double q, int n) {
        return quantile(q, Window.count(n));
    }

    /** Correlation with another signal, by Pearson. Needs two pairs; a signal that does not move divides by zero. */
    Signal correlation(Signal other, Window window);

    /** {@link #correlation(Signal, Window)} over the last {@code span}. */
    default Signal correlation(Signal other, Duration span) {
        return correlation(other, Window.time(span));
    }

    /** {@link #correlation(Signal, Window)} over the last {@code n} values. */
    default Signal correlation(Signal other, int n) {
        return correlation(other, Window.count(n));
    }

    /** Covariance of the sample with another signal. Needs two pairs. */
    Signal covariance(Signal other, Window window);

    /** {@link #covariance(Signal, Window)} over the last {@code span}. */
    default Signal covariance(Signal other, Duration span) {
        return covariance(other, Window.time(span));
    }

    /** {@link #covariance(Signal, Window)} over the last {@code n} values. */
    default Signal covariance(Signal other, int n) {
        return covariance(other, Window.count(n));
    }

    /** Covariance as the given estimator has it; {@link Estimator#POPULATION} needs one pair. */
    Signal covariance(Signal other, Window window, Estimator estimator);

    /**
     * Exponential average over values: seeded by the mean of the first {@code n}, then moved by 2/(n+1) of the distance. A value
     * that is not finite is answered with NaN and not taken in.
     */
    Signal ema(int n);

    /**
     * Exponential average over time: the first value, then moved by 1 - 2^(-dt/halfLife) of the distance, so that after a half
     * life half of it is left. A value at the time of the one before does not move it, nor does one that is not finite.
     */
    Signal ema(Duration halfLife);

    /** Relative strength with Wilder's smoothing: like {@link #rsi} with means that move by 1/n. */
    Signal rsiWilder(int n);
}
