package io.streamsboot.benchmarks.managed;

/** Checks rows that came out. */
final class Rows {

    private Rows() {}

    static void check(BenchCluster cluster, String output, long expected) {
        long written = cluster.countCommitted(output, expected);
        if (written != expected) {
            throw new IllegalStateException(written + " rows came out instead of " + expected);
        }
    }
}
