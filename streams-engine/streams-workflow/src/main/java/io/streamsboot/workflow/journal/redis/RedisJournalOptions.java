package io.streamsboot.workflow.journal.redis;

import java.time.Duration;
import java.util.Objects;

/**
 * How a journal uses Redis.
 *
 * @param keyPrefix what its keys begin with
 * @param expiry how long a partition is kept in which nothing is written and which nobody has; at least a minute
 * @param timeout how long an answer may take before the journal counts as unavailable
 * @param maxEntryBytes size of the largest value that is taken, in bytes
 */
public record RedisJournalOptions(String keyPrefix, Duration expiry, Duration timeout, int maxEntryBytes) {

    private static final Duration SHORTEST_EXPIRY = Duration.ofMinutes(1);

    /** Prefix {@code streams:workflow:}, a week, five seconds, 64 MiB. */
    public static final RedisJournalOptions DEFAULT =
            new RedisJournalOptions("streams:workflow:", Duration.ofDays(7), Duration.ofSeconds(5), 64 << 20);

    public RedisJournalOptions {
        Objects.requireNonNull(keyPrefix, "keyPrefix");
        if (keyPrefix.indexOf('{') >= 0) {
            throw new IllegalArgumentException(
                    "keyPrefix '" + keyPrefix + "' must not have a brace: the journal sets the hash tag itself");
        }
        if (expiry.compareTo(SHORTEST_EXPIRY) < 0) {
            throw new IllegalArgumentException("expiry " + expiry + " is shorter than " + SHORTEST_EXPIRY);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout " + timeout + " must be greater than zero");
        }
        if (maxEntryBytes < 1) {
            throw new IllegalArgumentException("maxEntryBytes " + maxEntryBytes + " must be at least 1");
        }
    }

    public RedisJournalOptions withKeyPrefix(String value) {
        return new RedisJournalOptions(value, expiry, timeout, maxEntryBytes);
    }

    public RedisJournalOptions withExpiry(Duration value) {
        return new RedisJournalOptions(keyPrefix, value, timeout, maxEntryBytes);
    }

    public RedisJournalOptions withTimeout(Duration value) {
        return new RedisJournalOptions(keyPrefix, expiry, value, maxEntryBytes);
    }

    public RedisJournalOptions withMaxEntryBytes(int value) {
        return new RedisJournalOptions(keyPrefix, expiry, timeout, value);
    }
}
