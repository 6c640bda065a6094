package io.streamsboot.core;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Exponential backoff with jitter: attempt {@code n} (from 1) waits {@code initial * multiplier^(n-1)}, at most
 * {@code max}, spread by a random share of up to {@code jitter} in either direction. Immutable and thread-safe.
 *
 * @param initial delay before the first attempt; positive
 * @param multiplier growth from one attempt to the next; at least 1
 * @param max upper bound of a delay, jitter included; at least {@code initial}
 * @param jitter share of the delay that is random, from 0 (none) to 1
 */
public record Backoff(Duration initial, double multiplier, Duration max, double jitter) {

    public Backoff {
        if (initial.isNegative() || initial.isZero()) {
            throw new IllegalArgumentException("backoff: initial must be positive, but is " + initial);
        }
        if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
            throw new IllegalArgumentException("backoff: multiplier must be at least 1, but is " + multiplier);
        }
        if (max.compareTo(initial) < 0) {
            throw new IllegalArgumentException(
                    "backoff: max (" + max + ") must not be below initial (" + initial + ")");
        }
        if (!(jitter >= 0 && jitter <= 1)) {
            throw new IllegalArgumentException("backoff: jitter must be between 0 and 1, but is " + jitter);
        }
    }

    /**
     * The delay before an attempt, with jitter drawn from the current thread's generator.
     *
     * @param attempt number of the attempt, from 1
     * @return the delay, never negative and never above {@link #max()}
     */
    public Duration delay(int attempt) {
        return delay(attempt, ThreadLocalRandom.current());
    }

    /**
     * The delay before an attempt.
     *
     * @param attempt number of the attempt, from 1
     * @param random source of the jitter
     * @return the delay, never negative and never above {@link #max()}
     */
    public Duration delay(int attempt, RandomGenerator random) {
        if (attempt < 1) {
            throw new IllegalArgumentException("backoff: attempts count from 1, but got " + attempt);
        }
        double limit = max.toMillis();
        double base = Math.min(limit, initial.toMillis() * Math.pow(multiplier, attempt - 1.0));
        double spread = jitter == 0 ? 0 : base * jitter * (2 * random.nextDouble() - 1);
        return Duration.ofMillis(Math.round(Math.max(0, Math.min(limit, base + spread))));
    }
}
