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
    /**
     * Rows of windows, behind a repartition topic. The DSL looks for closed windows once in a second, so that many still wait for
     * records at the end; there must be some.
     */
    OF_WINDOWS {
        @Override
        void check(BenchCluster cluster, String output, long expected) {
            if (expected > 0 && cluster.countCommitted(output, 1) == 0) {
                throw new IllegalStateException("not one of " + expected + " rows came out");
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
