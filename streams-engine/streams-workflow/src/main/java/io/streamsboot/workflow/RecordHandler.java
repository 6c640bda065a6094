package io.streamsboot.workflow;

import org.jspecify.annotations.Nullable;

/**
 * Handles one record. Called by several threads at once.
 *
 * @param <I> type of the values
 */
@FunctionalInterface
public interface RecordHandler<I> {

    /**
     * Handles it.
     *
     * @param value the value; null only for a tombstone, and only if the workflow takes tombstones
     * @param context the run
     * @return a value for the output topic, an {@link Outcome}, or null to write nothing
     * @throws Exception when it fails; the run is tried again or goes to {@code onError}
     */
    @Nullable Object handle(I value, WorkflowContext context) throws Exception;
}
