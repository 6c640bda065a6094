package io.streamsboot.graph;

import java.time.Duration;

/** Operators made of others; equal parts are computed once. */
public interface CompositeOperators extends WindowOperators, StatefulOperators, MathOperators {

    /** Mean, and the mean plus and minus {@code k} standard deviations of the sample. */
    default Band deviationBand(Window window, double k) {
        Signal middle = sma(window);
        Signal reach = std(window).times(k);
        return new Band(middle, middle.plus(reach), middle.minus(reach));
    }

    /** Distance to the mean in standard deviations of the sample; without any deviation it divides by zero. */
    default Signal zscore(Window window) {
        return dcRemove(window).dividedBy(std(window));
    }

    /** {@link #zscore(Window)} over the last {@code n} values. */
    default Signal zscore(int n) {
        return zscore(Window.count(n));
    }

    /** {@link #zscore(Window)} over the last {@code span}. */
    default Signal zscore(Duration span) {
        return zscore(Window.time(span));
    }

    /** Distance below the greatest value so far, as a fraction of it: 0 at a peak, negative below. */
    default Signal drawdown() {
        Signal peak = cummax();
        return minus(peak).dividedBy(peak);
    }

    /** Distance below the greatest value of the window, as a fraction of it. */
    default Signal drawdown(Window window) {
        Signal peak = max(window);
        return minus(peak).dividedBy(peak);
    }

    /** Difference to the value {@code n} values ago. */
    default Signal momentum(int n) {
        return delta(n);
    }

    /** Difference to the value {@code n} values ago, as a fraction of it. */
    default Signal rateOfChange(int n) {
        return delta(n).dividedBy(lag(n));
    }

    /** Distance to the mean of the window. */
    default Signal dcRemove(Window window) {
        return minus(sma(window));
    }

    /** Distance to a quantile of the window, such as 0.1 for what lies underneath. */
    default Signal baseline(Window window, double q) {
        return minus(quantile(q, window));
    }

    /** Where the value lies between the least, 0, and the greatest, 1, of the window; equal values divide by zero. */
    default Signal normalize(Window window) {
        Signal least = min(window);
        return minus(least).dividedBy(max(window).minus(least));
    }

    /** {@code gain} times the value plus {@code offset}. */
    default Signal calibrate(double gain, double offset) {
        return times(gain).plus(offset);
    }
}
