package io.streamsboot.graph.internal.engine;

/**
 * Sum and mean, compensated after Neumaier: the rounding error of each addition is summed apart. With an infinity or a NaN
 * among the values the error is meaningless, and the plain sum is the answer of IEEE 754.
 */
final class SumAggregate extends Aggregate {

    private final boolean mean;

    SumAggregate(boolean mean) {
        super(2, 0);
        this.mean = mean;
    }

    @Override
    void append(double[] a, int o, long n, double x, double y) {
        double sum = a[o];
        double next = sum + x;
        a[o] = next;
        a[o + 1] += errorOf(sum, x, next);
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        double sum = l[lo] + r[ro];
        double total = total(sum, errorOf(l[lo], r[ro], sum) + (l[lo + 1] + r[ro + 1]));
        out.put(mean ? total / (ln + rn) : total);
    }

    /** What rounding lost in {@code a + b == sum} (Knuth's TwoSum). */
    static double errorOf(double a, double b, double sum) {
        double bRounded = sum - a;
        return (a - (sum - bRounded)) + (b - bRounded);
    }

    static double total(double sum, double error) {
        return Double.isFinite(sum) ? sum + error : sum;
    }
}
