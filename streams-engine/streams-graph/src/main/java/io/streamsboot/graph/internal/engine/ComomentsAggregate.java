package io.streamsboot.graph.internal.engine;

/**
 * Second moments of two inputs, merged like {@link MomentsAggregate}. Layout: mean of x (two doubles), mean of y (two
 * doubles), M2 of x, M2 of y, co-moment.
 */
final class ComomentsAggregate extends Aggregate {

    private final boolean correlation;
    private final boolean sample;

    ComomentsAggregate(boolean correlation, boolean sample) {
        super(7, 0);
        this.correlation = correlation;
        this.sample = sample;
    }

    @Override
    int needed() {
        return correlation || sample ? 2 : 1;
    }

    @Override
    void append(double[] a, int o, long k, double x, double y) {
        double n = k + 1;
        double dx = (x - a[o]) - a[o + 1];
        double dy = (y - a[o + 2]) - a[o + 3];
        double dxn = dx / n;
        double dyn = dy / n;
        a[o + 4] += dx * dxn * k;
        a[o + 5] += dy * dyn * k;
        a[o + 6] += dx * dyn * k;
        MomentsAggregate.shift(a, o, dxn);
        MomentsAggregate.shift(a, o + 2, dyn);
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        if (ln == 0 || rn == 0) {
            double[] a = ln == 0 ? r : l;
            int o = ln == 0 ? ro : lo;
            finish(ln + rn, a[o + 4], a[o + 5], a[o + 6], out);
            return;
        }
        double n = (double) ln + rn;
        double weight = ln * (double) rn / n;
        double dx = (r[ro] - l[lo]) + (r[ro + 1] - l[lo + 1]);
        double dy = (r[ro + 2] - l[lo + 2]) + (r[ro + 3] - l[lo + 3]);
        finish(
                n,
                l[lo + 4] + r[ro + 4] + dx * dx * weight,
                l[lo + 5] + r[ro + 5] + dy * dy * weight,
                l[lo + 6] + r[ro + 6] + dx * dy * weight,
                out);
    }

    /** What is infinite or overflows gives NaN, however the window was cut into summaries. */
    private void finish(double n, double xx, double yy, double xy, Slot out) {
        if (!Double.isFinite(xx) || !Double.isFinite(yy) || !Double.isFinite(xy)) {
            out.put(Double.NaN);
        } else if (!correlation) {
            out.put(xy / (sample ? n - 1 : n));
        } else if (xx == 0 || yy == 0) {
            out.none(Slot.DIVIDE_BY_ZERO);
        } else {
            double r = xy / (Math.sqrt(xx) * Math.sqrt(yy));
            out.put(r > 1 ? 1 : r < -1 ? -1 : r);
        }
    }
}
