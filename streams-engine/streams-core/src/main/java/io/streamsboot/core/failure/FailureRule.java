package io.streamsboot.core.failure;

import java.util.Objects;

/**
 * One rule of a classifier.
 *
 * @param when which failures it is about
 * @param action what is done about them
 */
public record FailureRule(FailureMatch when, FailureAction action) {

    public FailureRule {
        Objects.requireNonNull(when, "when");
        Objects.requireNonNull(action, "action");
    }
}
