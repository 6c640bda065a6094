package io.streamsboot.benchmarks.managed;

/** Checks rows that came out. */
enum Rows {
    /** Every row is there as soon as the input is committed. */
    EXACTLY {
        @Override
        void check(BenchCluster cluster, String output, long expected) {
            long written = cluster.countCommitted(output, expected);
            if (written != expected) {
                throw new IllegalStateException(written + " rows came out instead of " + expected);
            }
        }

        @Override
        boolean areDone(BenchCluster cluster, String group) {
            return true;
        }
    },
    /** Rows of windows, behind a repartition topic. The last are closed by chance, so that half are asked for. */
    OF_WINDOWS {
        @Override
        void check(BenchCluster cluster, String output, long expected) {
            long written = cluster.countCommitted(output, expected / 2);
            if (written < expected / 2) {
                throw new IllegalStateException(written + " rows came out, not even half of " + expected);
            }
        }

        @Override
        boolean areDone(BenchCluster cluster, String group) {
            return cluster.hasCommittedRepartitions(group);
        }
    };

    abstract void check(BenchCluster cluster, String output, long expected);

    /** Whether nothing is under way any more, once the input is committed. */
    abstract boolean areDone(BenchCluster cluster, String group);
}
