package io.streamsboot.workflow.run.internal;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.journal.JournalException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits with a run for what is not there for now, however long it takes, and until the run is cancelled. */
final class Holding {

    /** Pauses while something is not there: 0.1 s doubling to 5 s. */
    static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0);

    /** How often a journal that is there may fail one run. */
    static final int MAX_FAILURES = 20;

    static final String UNAVAILABLE = "store_unavailable";
    private static final String REGISTRY = "schema_registry";

    private final Run run;
    private final RunSupport support;
    private final HoldListener listener;
    private final Waiting waiting;
    private final Patience patience;

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
        this.patience = new Patience(listener);
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
                T answer = answered(call.get());
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

    /**
     * Uses a codec until it no longer fails for want of something that is not there for now.
     *
     * @param most how long one that may wait for another system may take before the run counts as held
     */
    <T extends @Nullable Object> T reachable(RecordCodec<?> codec, Duration most, Supplier<T> call) {
        for (int attempt = 1; ; attempt++) {
            run.checkAlive();
            try {
                T answer = codec.mayWait() ? apart(call, most, attempt) : call.get();
                released(attempt);
                return answer;
            } catch (RuntimeException e) {
                if (!support.unreachable().test(e)) {
                    released(attempt);
                    throw e;
                }
                hold(attempt, REGISTRY, e);
            }
        }
    }

    /** On another thread, so that this one can be told meanwhile that its run is given up. */
    private <T extends @Nullable Object> T apart(Supplier<T> call, Duration most, int attempt) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Future<?> task = support.executor().submit(() -> {
            try {
                answer.complete(call.get());
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return await(answer, attempt, most);
        } finally {
            task.cancel(true);
        }
    }

    /** Waits for the journal as long as it takes; who looks at {@link #patience} says if that is long. */
    private <T extends @Nullable Object> T answered(CompletionStage<T> stage) {
        CompletableFuture<T> answer = stage.toCompletableFuture();
        return end(answer, () -> {
            patience.begins(System.nanoTime());
            try {
                CompletableFuture.anyOf(answer, run.cancellation()).get();
            } finally {
                patience.ends();
            }
        });
    }

    private <T extends @Nullable Object> T await(CompletableFuture<T> answer, int attempt, Duration most) {
        return end(answer, () -> waitFor(CompletableFuture.anyOf(answer, run.cancellation()), attempt, most));
    }

    private interface Wait {
        void run() throws InterruptedException, ExecutionException;
    }

    private <T extends @Nullable Object> T end(CompletableFuture<T> answer, Wait wait) {
        try {
            if (!answer.isDone()) {
                wait.run();
                run.checkAlive();
            }
            return answer.join();
        } catch (InterruptedException e) {
            throw interrupted();
        } catch (ExecutionException | CompletionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof Error error) {
                throw error;
            }
            throw cause instanceof RuntimeException failure ? failure : new JournalException.Failing(e.toString(), e);
        }
    }

    private void waitFor(CompletableFuture<Object> end, int attempt, Duration most)
            throws InterruptedException, ExecutionException {
        try {
            waiting.await(end, most);
        } catch (TimeoutException e) {
            listener.held(REGISTRY, e);
            end.get();
            if (attempt == 1) {
                listener.released();
            }
        }
    }

    /** What is to be looked at now and then. */
    Patience patience() {
        return patience;
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
