package io.streamsboot.graph.internal.engine;

import java.util.Arrays;

/**
 * A summary of consecutive values that can be merged with its neighbour: {@link #width} doubles at an offset of an array.
 * There is no way to take a value out again. How many values a summary stands for is known to the window. One instance
 * serves all states of a graph.
 */
abstract class Aggregate {

    /** Doubles per summary. */
    final int width;

    /** A summary of no values; never written to. */
    final double[] nothing;

    Aggregate(int width, double identity) {
        this.width = width;
        this.nothing = new double[width];
        Arrays.fill(nothing, identity);
    }

    /** How many values must be in the window before there is a result. */
    int needed() {
        return 1;
    }

    /** Makes a summary of no values. */
    final void clear(double[] a, int o) {
        for (int i = 0; i < width; i++) {
            a[o + i] = nothing[i];
        }
    }

    /** Adds a newer value to a summary of {@code n}. */
    abstract void append(double[] a, int o, long n, double x, double y);

    /** Adds an older value to a summary of {@code n}. The order does not matter to most. */
    void prepend(double[] a, int o, long n, double x, double y) {
        append(a, o, n, x, y);
    }

    /** Writes the result of an older summary {@code l} and a newer {@code r}, either of which may be of no values. */
    abstract void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out);
}
