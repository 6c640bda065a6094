package io.streamsboot.benchmarks.graph;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Signal;

/** The graphs of the benchmarks. */
final class Averages {

    static final int SLOW = 200;
    static final int FAST = 50;
    static final int HIGH = 200;

    private Averages() {}

    /** SMA(200), EMA(50), whether the second has crossed above the first, and the greatest of 200. */
    static Graph<Price, double[]> four() {
        return Graph.define(Price.class, g -> {
            Signal price = g.number(Price::value);
            Signal slow = price.sma(SLOW);
            Signal fast = price.ema(FAST);
            return g.row(slow, fast, fast.crossAbove(slow).mapToNumber(crossing -> 1), price.max(HIGH));
        });
    }

    /** SMA(20), EMA(50), and whether the first has crossed above the second: for many keys. */
    static Graph<Price, double[]> three() {
        return Graph.define(Price.class, g -> {
            Signal price = g.number(Price::value);
            Signal fast = price.sma(20);
            Signal slow = price.ema(FAST);
            return g.row(fast, slow, fast.crossAbove(slow).mapToNumber(crossing -> 1));
        });
    }
}
