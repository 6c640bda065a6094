package io.streamsboot.workflow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles consecutive records of one partition in one run. Called by several threads at once.
 *
 * @param <I> type of the values
 */
@FunctionalInterface
public interface BatchHandler<I> {

    /**
     * Handles them.
     *
     * @param values the values, at least one
     * @param context the run
     * @return a result for each value, in their order: a value, an {@link Outcome} or null
     * @throws Exception when it fails; the run is tried again or goes to {@code onError} as a whole
     */
    List<? extends @Nullable Object> handle(List<I> values, WorkflowContext context) throws Exception;
}
