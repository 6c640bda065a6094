package io.streamsboot.workflow;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Where steps are done: a run, or one branch of it. Steps are found again by name, counted within their scope: the second
 * {@code step("a", …)} of a scope is {@code a#2}. A scope belongs to one thread; a step from another is refused.
 *
 * <p>{@link #step} returns when the result is durable. It throws what the step threw, checked exceptions included.
 */
public interface StepScope {

    /**
     * A step whose result type is that of the lambda.
     *
     * @throws IllegalArgumentException if that type is generic or unknown; say it then
     */
    <T extends @Nullable Object> T step(String name, Step<T> step);

    /** The same with options. */
    <T extends @Nullable Object> T step(String name, StepOptions options, Step<T> step);

    /** A step whose result is of this type. */
    <T extends @Nullable Object> T step(String name, Class<T> type, Step<T> step);

    /** The same with options. */
    <T extends @Nullable Object> T step(String name, Class<T> type, StepOptions options, Step<T> step);

    /** A step whose result is of this generic type. */
    <T extends @Nullable Object> T step(String name, StepType<T> type, Step<T> step);

    /** The same with options. */
    <T extends @Nullable Object> T step(String name, StepType<T> type, StepOptions options, Step<T> step);

    /** A step without a result. */
    void action(String name, StepAction action);

    /** The same with options. */
    void action(String name, StepOptions options, StepAction action);

    /**
     * Does several things at the same time, each in a scope of its own, and waits for all of them.
     *
     * @param name name of the whole, part of the names of the branches' steps
     * @param branches what to do
     * @return the results in the order of the branches
     * @throws RuntimeException what the first branch that failed threw, the others' suppressed
     */
    <T extends @Nullable Object> List<T> parallel(String name, List<? extends Branch<? extends T>> branches);

    /** When the run began; the same on replay. */
    Instant now();

    /** Random numbers, the same on replay as long as they are asked for in the same order in this scope. */
    RandomGenerator random();

    /** A random UUID, the same on replay. */
    UUID uuid();

    /** What another system can tell a repeated call of a step by: the run's id and this name in this scope. */
    String idempotencyKey(String name);
}
