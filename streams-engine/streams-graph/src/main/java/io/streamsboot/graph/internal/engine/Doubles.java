package io.streamsboot.graph.internal.engine;

import io.streamsboot.graph.operator.StateInput;
import io.streamsboot.graph.operator.StateOutput;

/** Parts of arrays as bytes. */
final class Doubles {

    private Doubles() {}

    static void write(double[] a, int from, int length, StateOutput to) {
        for (int i = from; i < from + length; i++) {
            to.writeDouble(a[i]);
        }
    }

    static void read(double[] a, int at, int length, StateInput from) {
        for (int i = at; i < at + length; i++) {
            a[i] = from.readDouble();
        }
    }
}
