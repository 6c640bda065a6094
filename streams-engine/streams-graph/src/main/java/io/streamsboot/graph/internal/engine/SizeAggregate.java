package io.streamsboot.graph.internal.engine;

/** How many values the window holds. */
final class SizeAggregate extends Aggregate {

    SizeAggregate() {
        super(0, 0);
    }

    @Override
    void append(double[] a, int o, long n, double x, double y) {
        // The window counts.
    }

    @Override
    void result(double[] l, int lo, long ln, double[] r, int ro, long rn, Slot out) {
        out.put(ln + rn);
    }
}
