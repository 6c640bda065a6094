package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.Backoff;
import io.streamsboot.workflow.journal.JournalException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits with a run for what is not there for now, however long it takes, and until the run is cancelled. */
final class Holding {

    /** Pauses while something is not there: 0.1 s doubling to 5 s. */
    static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0);

    /** A journal that has not answered for so long counts as not there, though its answer is still welcome. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** How often a journal that is there may fail one run. */
    static final int MAX_FAILURES = 20;

    private final Run run;
    private final RunSupport support;
    private final HoldListener listener;
    private final Waiting waiting;

    /** Waits for a while, or until something has ended. */
    interface Waiting {
        void await(CompletableFuture<?> end, Duration most)
                throws InterruptedException, ExecutionException, TimeoutException;
    }

    Holding(Run run, RunSupport support, HoldListener listener) {
        this(run, support, listener, (end, most) -> end.get(most.toMillis(), TimeUnit.MILLISECONDS));
    }

    Holding(Run run, RunSupport support, HoldListener listener, Waiting waiting) {
        this.run = run;
        this.support = support;
        this.listener = listener;
        this.waiting = waiting;
    }

    /**
     * Asks the journal until it answers.
     *
     * @throws JournalException.Rejected if it never will, which is this run's failure
     * @throws StoreUnavailableException if it is there but has failed too often
     */
    <T extends @Nullable Object> T journaled(Supplier<? extends CompletionStage<T>> call) {
        int failures = 0;
        for (int attempt = 1; ; attempt++) {
            run.checkAlive();
            try {
                T answer = await(call.get(), attempt);
                released(attempt);
                return answer;
            } catch (JournalException.Rejected e) {
                released(attempt);
                throw e;
            } catch (JournalException.Unavailable | JournalException.Fenced e) {
                hold(attempt, e.reason(), e);
            } catch (RuntimeException e) {
                if (++failures >= MAX_FAILURES) {
                    released(attempt);
                    throw new StoreUnavailableException(failures, e);
                }
                hold(attempt, e instanceof JournalException journal ? journal.reason() : "store_failing", e);
            }
        }
    }

    /** Does something until it no longer fails for want of something that is not there for now. */
    <T extends @Nullable Object> T reachable(String reason, Supplier<T> call) {
        for (int attempt = 1; ; attempt++) {
            run.checkAlive();
            try {
                T answer = call.get();
                released(attempt);
                return answer;
            } catch (RuntimeException e) {
                if (!support.unreachable().test(e)) {
                    released(attempt);
                    throw e;
                }
                hold(attempt, reason, e);
            }
        }
    }

    private <T extends @Nullable Object> T await(CompletionStage<T> stage, int attempt) {
        CompletableFuture<T> answer = stage.toCompletableFuture();
        try {
            if (!answer.isDone()) {
                waitFor(CompletableFuture.anyOf(answer, run.cancellation()), attempt);
                run.checkAlive();
            }
            return answer.join();
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException | CompletionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof RuntimeException failure ? failure : new JournalException.Failing(e.toString(), e);
        }
    }

    private void waitFor(CompletableFuture<Object> end, int attempt) throws InterruptedException, ExecutionException {
        try {
            waiting.await(end, PATIENCE);
        } catch (TimeoutException e) {
            listener.held("store_unavailable", e);
            end.get();
            if (attempt == 1) {
                listener.released();
            }
        }
    }

    private void hold(int attempt, String reason, Throwable cause) {
        listener.held(reason, cause);
        pause(PAUSES.delay(attempt));
    }

    /** Waits, unless the run is cancelled before. */
    void pause(Duration delay) {
        try {
            waiting.await(run.cancellation(), delay);
        } catch (TimeoutException e) {
            return;
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        run.checkAlive();
    }

    /** Interruption is how a run is ended from outside; any other is taken as one of user code, and fails the attempt. */
    private RuntimeException interrupted() {
        Thread.currentThread().interrupt();
        run.checkAlive();
        return new IllegalStateException("interrupted while waiting for the journal");
    }

    private void released(int attempt) {
        if (attempt > 1) {
            listener.released();
        }
    }
}
