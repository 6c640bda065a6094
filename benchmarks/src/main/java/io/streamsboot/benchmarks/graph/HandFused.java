package io.streamsboot.benchmarks.graph;

/** What {@link Averages#four} says, as one loop body for these parameters alone, with a sum that subtracts what leaves. */
final class HandFused {

    private final double[] window = new double[Averages.SLOW];
    private final double[] highs = new double[Averages.HIGH];
    private final long[] ages = new long[Averages.HIGH];
    private int first;
    private int size;
    private long count;
    private double sum;
    private double start;
    private double ema;
    private int side;

    double sma;
    double average;
    double crossed;
    double high;

    void accept(double x) {
        int at = (int) (count % Averages.SLOW);
        sum += x - window[at];
        window[at] = x;
        while (size > 0 && highs[(first + size - 1) % Averages.HIGH] <= x) {
            size--;
        }
        if (size > 0 && ages[first] <= count - Averages.HIGH) {
            first = (first + 1) % Averages.HIGH;
            size--;
        }
        int last = (first + size) % Averages.HIGH;
        highs[last] = x;
        ages[last] = count;
        size++;
        count++;
        if (count <= Averages.FAST) {
            start += x;
            ema = start / Averages.FAST;
        } else {
            ema += 2.0 / (Averages.FAST + 1) * (x - ema);
        }
        sma = sum / Averages.SLOW;
        average = ema;
        crossed = Double.NaN;
        high = highs[first];
        if (count >= Averages.SLOW) {
            int now = Double.compare(ema, sma);
            if (now != 0) {
                if (now > 0 && side < 0) {
                    crossed = 1;
                }
                side = now;
            }
        }
    }
}
