package io.streamsboot.benchmarks.graph;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.SplittableRandom;

/**
 * A record of the benchmarks.
 *
 * @param key number of the key
 * @param value a step of a random walk
 */
record Price(int key, double value) {

    /** Moment before the first price. */
    static final ZonedDateTime BEGIN = Instant.EPOCH.atZone(ZoneOffset.UTC);

    /** A random walk around 100, the same each time. */
    static Price[] walk(int count) {
        var random = new SplittableRandom(42);
        var prices = new Price[count];
        double value = 100;
        for (int i = 0; i < count; i++) {
            value += random.nextDouble() - 0.5 + (100 - value) / 1000;
            prices[i] = new Price(i, value);
        }
        return prices;
    }
}
