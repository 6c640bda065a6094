package io.streamsboot.core.deadletter;

import io.streamsboot.core.failure.Stage;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which dead letters are meant. What is null matches everything. Immutable, apart from its byte array.
 *
 * @param stage where they failed
 * @param exception class name of the exception or of its last cause, with or without its package
 * @param source topic of the source record
 * @param key key of the record
 * @param from earliest time of the failure, inclusive
 * @param to latest time of the failure, exclusive
 */
public record DeadLetterFilter(
        @Nullable Stage stage,
        @Nullable String exception,
        @Nullable String source,
        byte @Nullable [] key,
        @Nullable Instant from,
        @Nullable Instant to) {

    /** All dead letters. */
    public static final DeadLetterFilter ALL = new DeadLetterFilter(null, null, null, null, null, null);

    /**
     * Whether a dead letter is meant.
     *
     * @param letter the dead letter
     * @return whether all criteria match
     */
    public boolean matches(DeadLetter letter) {
        Instant at = letter.history().failedAt();
        return (stage == null || letter.place().stage() == stage)
                && (exception == null
                        || isNamed(letter.cause().type())
                        || isNamed(letter.cause().root()))
                && (source == null || source.equals(letter.origin().topic()))
                && (key == null || Arrays.equals(key, letter.payload().key()))
                && (from == null || !at.isBefore(from))
                && (to == null || at.isBefore(to));
    }

    private boolean isNamed(String type) {
        return exception != null && (type.equals(exception) || type.endsWith("." + exception));
    }
}
