package io.streamsboot.benchmarks.graph;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Run;
import io.streamsboot.graph.Signal;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** How long single steps of count windows of 100,000 take, the longest too; the argument is the number of steps. */
final class StepLatencies {

    private static final int WINDOW = 100_000;
    private static final int STEPS = 20_000_000;

    private StepLatencies() {}

    /** Prints a table. */
    public static void main(String[] args) {
        print(args.length == 0 ? STEPS : Integer.parseInt(args[0]), System.out);
    }

    static void print(int steps, PrintStream out) {
        Map<String, Function<Signal, Node<Double>>> operators = new LinkedHashMap<>();
        operators.put("the clock alone", x -> x);
        operators.put("sma", x -> x.sma(WINDOW));
        operators.put("max", x -> x.max(WINDOW));
        operators.put("wma", x -> x.wma(WINDOW));
        operators.put("variance", x -> x.variance(WINDOW));
        operators.put("skewness", x -> x.skewness(WINDOW));
        operators.put("kurtosis", x -> x.kurtosis(WINDOW));
        operators.put("rsi", x -> x.rsi(WINDOW));
        operators.put("ema", x -> x.ema(WINDOW));
        operators.put("lag", x -> x.lag(WINDOW));
        out.println("| operator | median ns | p99 | p99.99 | p99.9999 | most |");
        out.println("| --- | --- | --- | --- | --- | --- |");
        Price[] prices = Price.walk(1 << 16);
        int[] nanos = new int[steps];
        operators.forEach((name, operator) -> {
            Run<Price> run = Graph.define(Price.class, g -> operator.apply(g.number(Price::value)))
                    .start(step -> {});
            for (int i = 0; i < 3 * WINDOW; i++) {
                run.accept(prices[i & (prices.length - 1)]);
            }
            long before = System.nanoTime();
            for (int i = 0; i < steps; i++) {
                run.accept(prices[i & (prices.length - 1)]);
                long now = System.nanoTime();
                nanos[i] = (int) Math.min(Integer.MAX_VALUE, now - before);
                before = now;
            }
            Arrays.sort(nanos);
            out.printf(
                    Locale.ROOT,
                    "| %s | %,d | %,d | %,d | %,d | %,d |%n",
                    name,
                    at(nanos, 0.5),
                    at(nanos, 0.99),
                    at(nanos, 0.9999),
                    at(nanos, 0.999999),
                    nanos[steps - 1]);
        });
    }

    private static int at(int[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    }
}
