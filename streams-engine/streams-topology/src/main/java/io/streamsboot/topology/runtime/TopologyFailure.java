package io.streamsboot.topology.runtime;

import io.streamsboot.core.Actionable;
import io.streamsboot.core.RootCause;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What last went wrong with a topology, as text that can be shown.
 *
 * @param type class name of the exception
 * @param message what happened, with the root cause's message
 * @param action the way out, if it is known
 * @param at when it happened
 * @param generation generation that failed
 */
public record TopologyFailure(
        String type, String message, @Nullable String action, Instant at, long generation) {

    private static final int MAX_MESSAGE = 2_000;

    /**
     * Describes an exception.
     *
     * @param failure the exception
     * @param at when it happened
     * @param generation generation that failed
     * @return its description
     */
    public static TopologyFailure of(Throwable failure, Instant at, long generation) {
        if (failure instanceof Actionable actionable) {
            return new TopologyFailure(
                    failure.getClass().getName(), cut(actionable.description()), actionable.action(), at, generation);
        }
        return new TopologyFailure(failure.getClass().getName(), cut(message(failure)), null, at, generation);
    }

    private static String message(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        return failure.getCause() == null ? text : text + " (cause: " + RootCause.of(failure) + ")";
    }

    private static String cut(String text) {
        return text.length() <= MAX_MESSAGE ? text : text.substring(0, MAX_MESSAGE) + "…";
    }
}
