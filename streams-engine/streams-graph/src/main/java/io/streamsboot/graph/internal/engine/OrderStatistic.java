package io.streamsboot.graph.internal.engine;

/** What is read off the values of a window in their order. */
sealed interface OrderStatistic {

    /** How many values must be in the window before there is a result. */
    int needed();

    /** The result for the values of {@code tree}, of which {@code newest} came last; none of them is NaN. */
    double of(OrderTree tree, double newest);

    /** Type 7 of Hyndman and Fan (1996): linear between the values around rank {@code q (n - 1)}. */
    record Quantile(double q) implements OrderStatistic {

        @Override
        public int needed() {
            return 1;
        }

        @Override
        public double of(OrderTree tree, double newest) {
            double rank = q * (tree.size() - 1);
            int below = (int) rank;
            double low = tree.at(below);
            double part = rank - below;
            if (part == 0) {
                return low;
            }
            double high = tree.at(below + 1);
            return low == high
                    ? low
                    : Double.isInfinite(low - high) ? infinite(low, high, part) : low + part * (high - low);
        }

        /** The difference overflows: because a value is infinite, or because both are huge. */
        private static double infinite(double low, double high, double part) {
            return (1 - part) * low + part * high;
        }
    }

    /** Where the newest value stands: 0 for the least, 1 for the greatest, ties in the middle. */
    record Rank() implements OrderStatistic {

        @Override
        public int needed() {
            return 2;
        }

        @Override
        public double of(OrderTree tree, double newest) {
            int below = tree.below(newest, false);
            int others = tree.below(newest, true) - below - 1;
            return (below + 0.5 * others) / (tree.size() - 1);
        }
    }
}
