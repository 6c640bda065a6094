package io.streamsboot.topology.runtime.internal;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one daemon thread on which a topology's life runs, step by step. A step that throws does not end it. */
final class LifecycleThread {

    private static final Logger LOG = LoggerFactory.getLogger(LifecycleThread.class);

    private final ScheduledThreadPoolExecutor executor;
    private volatile @Nullable Thread thread;

    LifecycleThread(String name) {
        this.executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread created = new Thread(task, name);
            created.setDaemon(true);
            thread = created;
            return created;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Hands over a step.
     *
     * @return whether it will be done; false once the thread was ended
     */
    boolean execute(Runnable step) {
        try {
            executor.execute(() -> guarded(step));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    void later(Duration delay, Runnable step) {
        executor.schedule(() -> guarded(step), delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    void end() {
        executor.shutdownNow();
    }

    private static void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            LOG.error("A step of the life of {} failed", Thread.currentThread().getName(), e);
        }
    }
}
