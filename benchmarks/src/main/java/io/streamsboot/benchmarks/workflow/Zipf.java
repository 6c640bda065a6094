package io.streamsboot.benchmarks.workflow;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/** Keys by Zipf's law with exponent 1: the second comes half as often as the first, the third a third. Immutable. */
final class Zipf implements ToIntFunction<SplittableRandom> {

    private final double[] below;

    Zipf(int keys) {
        below = new double[keys];
        double sum = 0;
        for (int i = 0; i < keys; i++) {
            sum += 1.0 / (i + 1);
            below[i] = sum;
        }
    }

    /** The share of the records that have the first key. */
    double hottest() {
        return 1 / below[below.length - 1];
    }

    @Override
    public int applyAsInt(SplittableRandom random) {
        int found = Arrays.binarySearch(below, random.nextDouble() * below[below.length - 1]);
        return Math.min(below.length - 1, found < 0 ? -found - 1 : found);
    }
}
