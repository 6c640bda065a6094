package io.streamsboot.workflow.run.internal;

import io.streamsboot.workflow.observe.WorkflowObserver.Observed;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The end of an attempt of which only the outcome is not durable yet. No thread waits for it, unless the journal fails.
 * Thread-safe.
 */
final class Ending {

    private final Run run;
    private final RunSupport support;
    private final CompletionStage<@Nullable Void> written;
    private final RunResult result;
    private final Supplier<RunResult> again;
    private final Observed journaling;
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile @Nullable Consumer<RunResult> listener;

    /**
     * An end that nobody waits for yet.
     *
     * @param written done when the outcome is durable
     * @param result what the attempt comes to then
     * @param again writes the outcome if that has failed, however long it takes, and says what comes of it
     */
    Ending(
            Run run,
            RunSupport support,
            CompletionStage<@Nullable Void> written,
            RunResult result,
            Supplier<RunResult> again,
            Observed journaling) {
        this.run = run;
        this.support = support;
        this.written = written;
        this.result = result;
        this.again = again;
        this.journaling = journaling;
    }

    /** Tells somebody what the attempt comes to, once that is known; on any thread. */
    void await(Consumer<RunResult> ended) {
        listener = ended;
        run.holding().patience().begins(System.nanoTime());
        written.whenComplete((done, failure) -> {
            run.holding().patience().ends();
            if (failure == null) {
                tell(result);
            } else {
                insist();
            }
        });
        if (run.isCancelled()) {
            cancelled();
        }
    }

    private void insist() {
        try {
            support.executor().execute(() -> tell(again.get()));
        } catch (RejectedExecutionException e) {
            cancelled();
        }
    }

    /** The run was given up: it no longer matters. */
    void cancelled() {
        tell(new RunResult.Abandoned());
    }

    private void tell(RunResult end) {
        Consumer<RunResult> ended = listener;
        if (ended != null && told.compareAndSet(false, true)) {
            journaling.close();
            run.ended(end, ended);
        }
    }
}
