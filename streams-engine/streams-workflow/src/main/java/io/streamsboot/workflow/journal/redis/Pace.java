package io.streamsboot.workflow.journal.redis;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets all partitions of a journal send their groups at the same time, so that one wake-up, of a thread here and of the
 * server, serves all. Thread-safe.
 */
final class Pace {

    /** How long writes are gathered. */
    static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ScheduledExecutorService scheduler;
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean coming = new AtomicBoolean();

    Pace(ScheduledExecutorService scheduler) {
        this.scheduler = scheduler;
    }

    /** Calls somebody with the next beat, which comes within {@link #NANOS}; never if the journal is closed before. */
    void next(Runnable call) {
        waiting.add(call);
        if (coming.compareAndSet(false, true)) {
            try {
                scheduler.schedule(this::beat, NANOS, TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                waiting.clear();
            }
        }
    }

    private void beat() {
        coming.set(false);
        for (Runnable call = waiting.poll(); call != null; call = waiting.poll()) {
            call.run();
        }
    }
}
