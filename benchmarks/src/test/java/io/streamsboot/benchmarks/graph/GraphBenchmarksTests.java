package io.streamsboot.benchmarks.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streamsboot.graph.Run;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.ta4j.core.BarSeries;
import org.ta4j.core.BaseBarSeriesBuilder;
import org.ta4j.core.indicators.EMAIndicator;
import org.ta4j.core.indicators.SMAIndicator;
import org.ta4j.core.indicators.helpers.ClosePriceIndicator;
import org.ta4j.core.indicators.helpers.HighestValueIndicator;
import org.ta4j.core.num.DoubleNum;

/** Contestants that do not do the same are not to be compared. */
class GraphBenchmarksTests {

    @Test
    void theGraphTheLoopAndTa4jSayTheSame() {
        double[] said = new double[4];
        Run<Price> run = Averages.four().start(step -> {
            for (int i = 0; i < said.length; i++) {
                said[i] = step.isPresent() ? step.asDouble(i) : Double.NaN;
            }
        });
        var hand = new HandFused();
        BarSeries series = new BaseBarSeriesBuilder()
                .withNumTypeOf(DoubleNum.class)
                .withMaxBarCount(1_000)
                .build();
        var close = new ClosePriceIndicator(series);
        var sma = new SMAIndicator(close, Averages.SLOW);
        var ema = new EMAIndicator(close, Averages.FAST);
        var max = new HighestValueIndicator(close, Averages.HIGH);
        int crossed = 0;
        Price[] prices = Price.walk(5_000);
        var time = Price.BEGIN;
        for (int i = 0; i < prices.length; i++) {
            run.accept(prices[i]);
            double x = prices[i].value();
            hand.accept(x);
            time = time.plusMinutes(1);
            series.addBar(java.time.Duration.ofMinutes(1), time, x, x, x, x, 0);
            int end = series.getEndIndex();
            if (i >= 2_000) {
                assertThat(said[0]).isCloseTo(hand.sma, within(1e-9));
                assertThat(said[0]).isCloseTo(sma.getValue(end).doubleValue(), within(1e-9));
                assertThat(said[1]).isCloseTo(hand.average, within(1e-9));
                assertThat(said[1]).isCloseTo(ema.getValue(end).doubleValue(), within(1e-9));
                assertThat(Double.compare(said[2], hand.crossed)).isZero();
                assertThat(said[3]).isEqualTo(hand.high);
                assertThat(said[3]).isEqualTo(max.getValue(end).doubleValue());
                crossed += Double.isNaN(said[2]) ? 0 : 1;
            }
        }
        assertThat(crossed).isPositive();
    }

    @Test
    void theProgramsRun() {
        var out = new ByteArrayOutputStream();
        var printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        StepLatencies.print(1_000, printer);
        ManyKeys.print(1_000, printer);

        assertThat(Arrays.asList(out.toString(StandardCharsets.UTF_8).split("\n")))
                .hasSize(13)
                .last()
                .asString()
                .startsWith("1,000 keys");
    }
}
