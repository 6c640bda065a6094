package io.streamsboot.graph.internal.engine;

/** Relative strength of changes: 100 times the sum of gains over the sum of gains and losses, both compensated. */
final class StrengthAggregate extends Aggregate {

    StrengthAggregate() {
        super(4, 0);
    }

    @Override
    void append(double[] a, int o, long n, double x, double y) {
        if (x >= 0) {
            add(a, o, x);
        } else if (x < 0) {
            add(a, o + 2, -x);
        } else {
            add(a, o, x);
            add(a, o + 2, x);
        }
    }

    private static void add(double[] a, int o, double x) {
        double sum = a[o];
        double next = sum + x;
        a[o] = next;
        a[o + 1] += SumAggregate.errorOf(sum, x, next);
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        strength(total(l, lo, r, ro), total(l, lo + 2, r, ro + 2), out);
    }

    private static double total(double[] l, int lo, double[] r, int ro) {
        double sum = l[lo] + r[ro];
        return SumAggregate.total(sum, SumAggregate.errorOf(l[lo], r[ro], sum) + (l[lo + 1] + r[ro + 1]));
    }

    static void strength(double gains, double losses, Slot out) {
        double all = gains + losses;
        if (all == 0) {
            out.none(Slot.DIVIDE_BY_ZERO);
        } else {
            out.put(Double.isFinite(all) ? 100 * gains / all : Double.NaN);
        }
    }
}
