package io.streamsboot.core.deadletter;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far a request is. Immutable.
 *
 * @param request the request
 * @param state where it is in its life
 * @param counts what it did so far, since its first start
 * @param earlier how much of that it did before its last start
 * @param targets records by the topic that they went to, or in a dry run would go to
 * @param message what went wrong last; null if nothing did
 * @param startedAt when it was started last
 * @param endedAt when it ended; null while it runs
 */
public record DeadLetterProgress(
        DeadLetterRequest request,
        State state,
        Counts counts,
        Counts earlier,
        Map<String, Long> targets,
        @Nullable String message,
        Instant startedAt,
        @Nullable Instant endedAt) {

    public DeadLetterProgress {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(counts, "counts");
        Objects.requireNonNull(earlier, "earlier");
        targets = Map.copyOf(targets);
    }

    /** Where a request is in its life. */
    public enum State {
        /** It is at work. */
        RUNNING,
        /** It did everything that it could. */
        DONE,
        /** It was stopped, and can go on. */
        STOPPED,
        /** It could not go on, and can be tried again. */
        FAILED
    }

    /**
     * What a request did.
     *
     * @param matched open dead letters that it meant
     * @param done how many of them it dealt with, or in a dry run would
     * @param duplicates how many were not sent because another dead letter of the same record was
     * @param failed how many it could not deal with; they stay open
     */
    public record Counts(long matched, long done, long duplicates, long failed) {

        /** Nothing yet. */
        public static final Counts NONE = new Counts(0, 0, 0, 0);
    }
}
