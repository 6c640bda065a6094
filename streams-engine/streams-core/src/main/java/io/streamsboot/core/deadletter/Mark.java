package io.streamsboot.core.deadletter;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of a dead letter.
 *
 * @param action what was done with it
 * @param requestId request that did it
 * @param requestedBy who asked for it, or null
 * @param at when it was done
 * @param target topic that it was replayed to, or null
 */
public record Mark(
        DeadLetterAction action,
        String requestId,
        @Nullable String requestedBy,
        Instant at,
        @Nullable String target) {

    public Mark {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(at, "at");
    }
}
