package io.streamsboot.graph.internal.engine;

/** Minimum or maximum; -0.0 is less than 0.0, and a NaN among the values is the answer. */
final class ExtremeAggregate extends Aggregate {

    private final boolean max;

    ExtremeAggregate(boolean max) {
        super(1, max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        this.max = max;
    }

    @Override
    void append(double[] a, int o, long n, double x, double y) {
        a[o] = max ? Math.max(a[o], x) : Math.min(a[o], x);
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        out.put(max ? Math.max(l[lo], r[ro]) : Math.min(l[lo], r[ro]));
    }
}
