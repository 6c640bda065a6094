package io.streamsboot.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How often contestants take turns.
 *
 * @param warmup rounds of each that are thrown away first
 * @param measured rounds of each that count
 */
public record Rounds(int warmup, int measured) {

    public Rounds {
        if (warmup < 0 || measured < 1) {
            throw new IllegalArgumentException(
                    "a comparison needs no less than 0 rounds of warm-up and 1 that counts, but got " + warmup + " and "
                            + measured);
        }
    }

    int total() {
        return warmup + measured;
    }

    /**
     * Contestants in the order of one turn. Every other turn is mirrored (A B, B A, A B ...), so that what drifts, and
     * what a round leaves to the next, hits all of them alike.
     */
    static <T> List<T> order(List<T> contestants, int turn) {
        List<T> order = new ArrayList<>(contestants);
        if (turn % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }
}
