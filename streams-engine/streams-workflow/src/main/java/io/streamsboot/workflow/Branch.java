package io.streamsboot.workflow;

import org.jspecify.annotations.Nullable;

/**
 * One of several things that a run does at the same time.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface Branch<T extends @Nullable Object> {

    /**
     * Does it, on a thread of its own.
     *
     * @param scope the branch's own steps; those of the run around it are refused here
     * @return the result, which is not kept: only its steps are
     * @throws Exception when it fails, and with it the run
     */
    T run(StepScope scope) throws Exception;
}
