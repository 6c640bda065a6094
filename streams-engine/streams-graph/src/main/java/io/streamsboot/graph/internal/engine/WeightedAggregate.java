package io.streamsboot.graph.internal.engine;

/** Mean with linear weights: 1 for the oldest value of the window, n for the newest. */
final class WeightedAggregate extends Aggregate {

    WeightedAggregate() {
        super(2, 0);
    }

    @Override
    void append(double[] a, int o, long n, double x, double y) {
        a[o] += x;
        a[o + 1] += (n + 1) * x;
    }

    @Override
    void prepend(double[] a, int o, long n, double x, double y) {
        a[o] += x;
        a[o + 1] += a[o];
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        long n = ln + rn;
        double weighted = l[lo + 1] + r[ro + 1];
        if (ln > 0) {
            weighted += ln * r[ro];
        }
        out.put(weighted / (0.5 * n * (n + 1)));
    }
}
