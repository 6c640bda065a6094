package io.streamsboot.benchmarks.harness;

import java.util.Arrays;
import java.util.Random;

/** Medians, also of ratios, and how sure those are. */
public final class Statistics {

    private static final int RESAMPLES = 10_000;
    private static final double TAIL = 0.025;

    private Statistics() {}

    /**
     * A ratio and the 95 % interval around it.
     *
     * @param value median of the ratios
     * @param low lower end
     * @param high upper end
     */
    public record Ratio(double value, double low, double high) {}

    /** The middle value, or the mean of the two in the middle. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The least value. */
    public static double min(double[] values) {
        return Arrays.stream(values).min().orElseThrow();
    }

    /** The greatest value. */
    public static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    /**
     * Mean of the lowest quarter of values, at least one. What disturbs a round only makes it slower, so the best rounds
     * tell more than the middle ones on a machine that others use too.
     */
    static double lowestQuarter(double[] values) {
        return Arrays.stream(values)
                .sorted()
                .limit(Math.max(1, values.length / 4))
                .average()
                .orElseThrow();
    }

    /** Mean of the highest quarter of values, at least one. */
    static double highestQuarter(double[] values) {
        return -lowestQuarter(Arrays.stream(values).map(value -> -value).toArray());
    }

    /**
     * The median of the ratios of each turn, with a percentile bootstrap that draws turns: neighbours in time stay together, so
     * that what slowed both is not taken for a difference between them.
     *
     * @param challenger values by turn
     * @param baseline values by turn, as many
     */
    public static Ratio medianOfRatios(double[] challenger, double[] baseline) {
        int turns = baseline.length;
        if (challenger.length != turns) {
            throw new IllegalArgumentException(
                    "turns must match, but there are " + challenger.length + " and " + turns);
        }
        double[] ratios = new double[turns];
        Arrays.setAll(ratios, turn -> challenger[turn] / baseline[turn]);
        Random random = new Random(1);
        double[] medians = new double[RESAMPLES];
        double[] drawn = new double[turns];
        for (int i = 0; i < RESAMPLES; i++) {
            Arrays.setAll(drawn, k -> ratios[random.nextInt(turns)]);
            medians[i] = median(drawn);
        }
        Arrays.sort(medians);
        return new Ratio(
                median(ratios), medians[(int) (RESAMPLES * TAIL)], medians[(int) (RESAMPLES * (1 - TAIL)) - 1]);
    }
}
