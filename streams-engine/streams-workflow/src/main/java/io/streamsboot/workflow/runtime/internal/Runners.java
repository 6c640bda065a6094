package io.streamsboot.workflow.runtime.internal;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs tasks at the same time, though not with a thread for each: a thread that has done one takes the next. As long as a
 * task waits one more thread is on its way, so that no task waits for the end of another. Thread-safe.
 */
final class Runners {

    /** After so long a thread lets others begin: virtual ones are not interrupted for the sake of others. */
    private static final long SLICE_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final Executor executor;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    /** A thread was asked for and has not begun. */
    private final AtomicBoolean coming = new AtomicBoolean();

    Runners(Executor executor) {
        this.executor = executor;
    }

    void execute(Runnable task) {
        waiting.add(task);
        recruit();
    }

    /** Whether no task waits for a thread. */
    boolean isIdle() {
        return waiting.isEmpty();
    }

    private void recruit() {
        if (coming.get() || waiting.isEmpty() || !coming.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.execute(this::work);
        } catch (RejectedExecutionException e) {
            // The workflow has ended here; whoever comes next does what waits.
            waiting.clear();
            coming.set(false);
        }
    }

    private void work() {
        coming.set(false);
        long end = System.nanoTime() + SLICE_NANOS;
        Runnable task = waiting.poll();
        try {
            while (task != null) {
                recruit();
                task.run();
                // An interruption was for the task that has ended.
                Thread.interrupted();
                task = System.nanoTime() - end >= 0 ? null : waiting.poll();
            }
        } finally {
            recruit();
        }
    }
}
