package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How far results may be off where naive formulas lose their digits; judged in decimal arithmetic. */
class AccuracyTests {

    private static final int COUNT = 3000;
    private static final int WINDOW = 50;

    private static List<double[]> run(List<Double> values, BiFunction<Signal, Window, Signal> operator) {
        Graph<Double, Double> graph =
                Graph.define(Double.class, g -> operator.apply(g.number(v -> v), Window.count(WINDOW)));
        Deque<Double> window = new ArrayDeque<>();
        var results = new ArrayList<double[]>();
        graph.forEach(values, step -> {
            window.add(step.record());
            if (window.size() > WINDOW) {
                window.remove();
            }
            if (step.isPresent()) {
                double[] row = new double[WINDOW + 1];
                row[0] = step.asDouble();
                int i = 1;
                for (double value : window) {
                    row[i++] = value;
                }
                results.add(row);
            }
        });
        return results;
    }

    /** Central moment of decimal numbers. */
    private static double moment(double[] row, int power) {
        BigDecimal n = BigDecimal.valueOf(WINDOW);
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 1; i < row.length; i++) {
            sum = sum.add(new BigDecimal(row[i]));
        }
        BigDecimal mean = sum.divide(n, MathContext.DECIMAL128);
        BigDecimal moment = BigDecimal.ZERO;
        for (int i = 1; i < row.length; i++) {
            moment = moment.add(new BigDecimal(row[i]).subtract(mean).pow(power, MathContext.DECIMAL128));
        }
        return moment.divide(n, MathContext.DECIMAL128).doubleValue();
    }

    /** Values whose mean is a million deviations away, and between them some that are larger by a million still. */
    private static List<Double> farAway(long seed) {
        var random = new Random(seed);
        var values = new ArrayList<Double>();
        for (int i = 0; i < COUNT; i++) {
            values.add(i % 400 == 7 ? 1e12 * random.nextDouble() : 1e6 + random.nextGaussian());
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void momentsKeepNineDigitsFarFromZeroAndAfterLargerValuesHaveLeft(long seed) {
        List<Double> values = farAway(seed);
        for (double[] row : run(values, (x, w) -> x.variance(w, Estimator.POPULATION))) {
            double expected = moment(row, 2);
            assertThat(row[0]).isCloseTo(expected, within(1e-9 * expected));
        }
        for (double[] row : run(values, (x, w) -> x.skewness(w, Estimator.POPULATION))) {
            double expected = moment(row, 3) / Math.pow(moment(row, 2), 1.5);
            assertThat(row[0]).isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        }
        for (double[] row : run(values, (x, w) -> x.kurtosis(w, Estimator.POPULATION))) {
            double expected = moment(row, 4) / Math.pow(moment(row, 2), 2);
            assertThat(row[0] + 3).isCloseTo(expected, within(1e-9 * expected));
        }
        for (double[] row : run(values, (x, w) -> x.covariance(x.times(2), w, Estimator.POPULATION))) {
            double expected = 2 * moment(row, 2);
            assertThat(row[0]).isCloseTo(expected, within(1e-9 * expected));
        }
    }

    @Test
    void sumsAreWithinFourUlpOfTheSumOfAbsoluteValuesAfterLargerValuesHaveLeft() {
        var random = new Random(4);
        var values = new ArrayList<Double>();
        for (int i = 0; i < COUNT; i++) {
            double scale = i % 300 == 5 ? 1e300 : i % 300 == 6 ? 1e150 : 1;
            values.add(scale * random.nextGaussian());
        }
        for (double[] row : run(values, (x, w) -> x.sum(w))) {
            BigDecimal exact = BigDecimal.ZERO;
            double absolute = 0;
            for (int i = 1; i < row.length; i++) {
                exact = exact.add(new BigDecimal(row[i]));
                absolute += Math.abs(row[i]);
            }
            assertThat(row[0]).isCloseTo(exact.doubleValue(), within(4 * Math.ulp(absolute)));
        }
    }

    @Test
    void aSumIsAsExactAfterManyValuesAsAtTheBeginning() {
        int window = 100;
        double[] last = new double[window];
        double[] result = new double[1];
        Graph<double[], Double> graph =
                Graph.define(double[].class, g -> g.number(v -> v[0]).sum(window));
        Run<double[]> run = graph.start(step -> {
            if (step.isPresent()) {
                result[0] = step.asDouble();
            }
        });
        var random = new Random(5);
        double[] record = new double[1];
        int count = Integer.getInteger("streamsboot.graph.sum.values", 5_000_000);
        for (int i = 0; i < count; i++) {
            record[0] = random.nextGaussian() * (i % 1000 == 0 ? 1e9 : 1);
            last[i % window] = record[0];
            run.accept(record);
        }
        BigDecimal exact = BigDecimal.ZERO;
        double absolute = 0;
        for (double value : last) {
            exact = exact.add(new BigDecimal(value));
            absolute += Math.abs(value);
        }
        assertThat(result[0]).isCloseTo(exact.doubleValue(), within(4 * Math.ulp(absolute)));
    }
}
