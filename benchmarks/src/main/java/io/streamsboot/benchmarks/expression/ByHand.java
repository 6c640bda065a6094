package io.streamsboot.benchmarks.expression;

import org.jspecify.annotations.Nullable;

/** The expressions of the benchmark in Java, with the checks that the language promises: null, kinds, overflow. */
final class ByHand {

    private ByHand() {}

    /** {@code delay * 60 + distance - 7}. */
    static @Nullable Object arithmetic(FlightColumns row) {
        Object delay = row.column(FlightColumns.DELAY);
        Object distance = row.column(FlightColumns.DISTANCE);
        if (delay == null || distance == null) {
            return null;
        } else if (delay instanceof Long minutes && distance instanceof Long miles) {
            return Math.subtractExact(Math.addExact(Math.multiplyExact(minutes, 60L), miles), 7L);
        }
        throw new IllegalArgumentException("no numbers");
    }

    /** {@code delay >= 15 && distance < 1000 && origin != 'PHX'}; true only if it is true. */
    static boolean condition(FlightColumns row) {
        Object delay = row.column(FlightColumns.DELAY);
        if (delay == null) {
            return false;
        } else if (!(delay instanceof Long minutes)) {
            throw new IllegalArgumentException("no number");
        } else if (minutes < 15) {
            return false;
        }
        Object distance = row.column(FlightColumns.DISTANCE);
        if (distance == null) {
            return false;
        } else if (!(distance instanceof Long miles)) {
            throw new IllegalArgumentException("no number");
        } else if (miles >= 1000) {
            return false;
        }
        return !"PHX".equals(row.column(FlightColumns.ORIGIN));
    }
}
