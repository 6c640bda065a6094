package io.streamsboot.workflow.options;

import org.jspecify.annotations.Nullable;

/**
 * Options of a workflow. Immutable.
 *
 * @param delivery how outputs and offsets belong together
 * @param durable whether runs are journaled
 * @param journal name of the journal; null for the runtime's default, {@code none} for none
 * @param idempotencyWindow results of runs below the committed offset that are kept per partition; at least 0
 * @param failure what happens when a run fails
 * @param concurrency how much is done at the same time
 * @param batch how batches are formed
 */
public record WorkflowOptions(
        Delivery delivery,
        boolean durable,
        @Nullable String journal,
        int idempotencyWindow,
        FailureOptions failure,
        ConcurrencyOptions concurrency,
        BatchOptions batch) {

    /** At-least-once, durable, 10,000 results. */
    public static final WorkflowOptions DEFAULT = new WorkflowOptions(
            Delivery.AT_LEAST_ONCE,
            true,
            null,
            10_000,
            FailureOptions.DEFAULT,
            ConcurrencyOptions.DEFAULT,
            BatchOptions.DEFAULT);

    public WorkflowOptions {
        if (idempotencyWindow < 0) {
            throw new IllegalArgumentException("idempotencyWindow must not be negative, but is " + idempotencyWindow);
        }
    }

    public WorkflowOptions withDelivery(Delivery value) {
        return new WorkflowOptions(value, durable, journal, idempotencyWindow, failure, concurrency, batch);
    }

    public WorkflowOptions withDurable(boolean value) {
        return new WorkflowOptions(delivery, value, journal, idempotencyWindow, failure, concurrency, batch);
    }

    public WorkflowOptions withJournal(@Nullable String value) {
        return new WorkflowOptions(delivery, durable, value, idempotencyWindow, failure, concurrency, batch);
    }

    public WorkflowOptions withIdempotencyWindow(int value) {
        return new WorkflowOptions(delivery, durable, journal, value, failure, concurrency, batch);
    }

    public WorkflowOptions withFailure(FailureOptions value) {
        return new WorkflowOptions(delivery, durable, journal, idempotencyWindow, value, concurrency, batch);
    }

    public WorkflowOptions withConcurrency(ConcurrencyOptions value) {
        return new WorkflowOptions(delivery, durable, journal, idempotencyWindow, failure, value, batch);
    }

    public WorkflowOptions withBatch(BatchOptions value) {
        return new WorkflowOptions(delivery, durable, journal, idempotencyWindow, failure, concurrency, value);
    }
}
