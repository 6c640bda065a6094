package io.streamsboot.graph.internal.engine;

/**
 * Central moments up to the second or the fourth, merged after Chan, Golub and LeVeque (1983) and Pébay (2008). The mean is
 * kept in two doubles, so that a mean far away from zero does not cost the moments their digits.
 *
 * <p>Layout: mean, its low part, M2, and for the higher moments M3, M4.
 */
final class MomentsAggregate extends Aggregate {

    /** What is read off the moments. */
    enum Of {
        VARIANCE(2, 1),
        DEVIATION(2, 1),
        SKEWNESS(3, 1),
        KURTOSIS(4, 1);

        final int neededOfSample;
        final int neededOfPopulation;

        Of(int neededOfSample, int neededOfPopulation) {
            this.neededOfSample = neededOfSample;
            this.neededOfPopulation = neededOfPopulation;
        }
    }

    private final Of of;
    private final boolean sample;
    private final boolean high;

    MomentsAggregate(Of of, boolean sample) {
        super(of == Of.SKEWNESS || of == Of.KURTOSIS ? 5 : 3, 0);
        this.of = of;
        this.sample = sample;
        this.high = of == Of.SKEWNESS || of == Of.KURTOSIS;
    }

    @Override
    int needed() {
        return sample ? of.neededOfSample : of.neededOfPopulation;
    }

    @Override
    void append(double[] a, int o, long k, double x, double y) {
        double n = k + 1;
        double d = (x - a[o]) - a[o + 1];
        double dn = d / n;
        double term = d * dn * k;
        if (high) {
            double dn2 = dn * dn;
            a[o + 4] += term * dn2 * (n * n - 3 * n + 3) + 6 * dn2 * a[o + 2] - 4 * dn * a[o + 3];
            a[o + 3] += term * dn * (n - 2) - 3 * dn * a[o + 2];
        }
        a[o + 2] += term;
        shift(a, o, dn);
    }

    /** Moves a mean of two doubles. */
    static void shift(double[] a, int o, double by) {
        double low = a[o + 1] + by;
        double mean = a[o] + low;
        a[o + 1] = SumAggregate.errorOf(a[o], low, mean);
        a[o] = mean;
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        if (ln == 0 || rn == 0) {
            double[] a = ln == 0 ? r : l;
            int o = ln == 0 ? ro : lo;
            finish(ln + rn, a[o + 2], high ? a[o + 3] : 0, high ? a[o + 4] : 0, out);
            return;
        }
        double na = ln;
        double nb = rn;
        double n = na + nb;
        double d = (r[ro] - l[lo]) + (r[ro + 1] - l[lo + 1]);
        double dn = d / n;
        double m2a = l[lo + 2];
        double m2b = r[ro + 2];
        double m2 = m2a + m2b + d * dn * na * nb;
        if (!high) {
            finish(ln + rn, m2, 0, 0, out);
            return;
        }
        double m3a = l[lo + 3];
        double m3b = r[ro + 3];
        double m3 = m3a + m3b + d * dn * dn * na * nb * (na - nb) + 3 * dn * (na * m2b - nb * m2a);
        double m4 = l[lo + 4]
                + r[ro + 4]
                + d * dn * dn * dn * na * nb * (na * na - na * nb + nb * nb)
                + 6 * dn * dn * (na * na * m2b + nb * nb * m2a)
                + 4 * dn * (na * m3b - nb * m3a);
        finish(ln + rn, m2, m3, m4, out);
    }

    /** What is infinite or overflows gives NaN, however the window was cut into summaries. */
    private void finish(double n, double m2, double m3, double m4, Slot out) {
        if (m2 == 0 && high) {
            out.none(Slot.DIVIDE_BY_ZERO);
            return;
        }
        double variance = m2 / n;
        double result = switch (of) {
            case VARIANCE -> sample ? m2 / (n - 1) : variance;
            case DEVIATION -> Math.sqrt(sample ? m2 / (n - 1) : variance);
            case SKEWNESS -> skewness(n, m3 / n / (variance * Math.sqrt(variance)));
            case KURTOSIS -> kurtosis(n, m4 / n / (variance * variance) - 3);
        };
        out.put(Double.isFinite(m2) && Double.isFinite(result) ? result : Double.NaN);
    }

    private double skewness(double n, double g1) {
        return sample ? g1 * Math.sqrt(n * (n - 1)) / (n - 2) : g1;
    }

    private double kurtosis(double n, double g2) {
        return sample ? (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * g2 + 6) : g2;
    }
}
