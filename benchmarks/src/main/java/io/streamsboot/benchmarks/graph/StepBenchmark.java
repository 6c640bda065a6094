package io.streamsboot.benchmarks.graph;

import io.streamsboot.graph.Run;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.ta4j.core.BarSeries;
import org.ta4j.core.BaseBarSeriesBuilder;
import org.ta4j.core.Indicator;
import org.ta4j.core.indicators.EMAIndicator;
import org.ta4j.core.indicators.SMAIndicator;
import org.ta4j.core.indicators.helpers.ClosePriceIndicator;
import org.ta4j.core.indicators.helpers.CrossIndicator;
import org.ta4j.core.indicators.helpers.HighestValueIndicator;
import org.ta4j.core.num.DoubleNum;
import org.ta4j.core.num.Num;

/** SMA(200), EMA(50), cross and max(200), all four taken for each record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(2)
public class StepBenchmark {

    private static final int PRICES = 1 << 16;
    private static final int BARS = 1_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Price[] prices = Price.walk(PRICES);
    private int at;

    private final double[] said = new double[4];
    private Run<Price> run = Averages.four().start(step -> {});
    private final HandFused hand = new HandFused();

    private BarSeries series = new BaseBarSeriesBuilder().build();
    private Indicator<Num> sma = new ClosePriceIndicator(series);
    private Indicator<Num> ema = sma;
    private Indicator<Num> max = sma;
    private Indicator<Boolean> cross = new CrossIndicator(sma, sma);
    private ZonedDateTime time = Price.BEGIN;

    /** Starts all three, behind their warm-up. */
    @Setup
    public void start() {
        run = Averages.four().start(step -> {
            if (step.isPresent()) {
                for (int i = 0; i < said.length; i++) {
                    said[i] = step.asDouble(i);
                }
            }
        });
        series = new BaseBarSeriesBuilder()
                .withNumTypeOf(DoubleNum.class)
                .withMaxBarCount(BARS)
                .build();
        var close = new ClosePriceIndicator(series);
        sma = new SMAIndicator(close, Averages.SLOW);
        ema = new EMAIndicator(close, Averages.FAST);
        cross = new CrossIndicator(ema, sma);
        max = new HighestValueIndicator(close, Averages.HIGH);
        for (int i = 0; i < BARS; i++) {
            Price price = next();
            run.accept(price);
            hand.accept(price.value());
            add(price.value());
        }
    }

    private Price next() {
        at = (at + 1) & (PRICES - 1);
        return prices[at];
    }

    private void add(double price) {
        time = time.plus(MINUTE);
        series.addBar(MINUTE, time, price, price, price, price, 0);
    }

    /** The graph, stepped by hand. */
    @Benchmark
    public void graph(Blackhole hole) {
        run.accept(next());
        hole.consume(said);
    }

    /** A loop for this alone. */
    @Benchmark
    public void handFused(Blackhole hole) {
        hand.accept(next().value());
        hole.consume(hand);
    }

    /** The last values of the indicators, after each bar. */
    @Benchmark
    public void ta4j(Blackhole hole) {
        add(next().value());
        int end = series.getEndIndex();
        hole.consume(sma.getValue(end));
        hole.consume(ema.getValue(end));
        hole.consume(cross.getValue(end));
        hole.consume(max.getValue(end));
    }
}
