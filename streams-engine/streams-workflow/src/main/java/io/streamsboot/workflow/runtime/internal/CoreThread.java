package io.streamsboot.workflow.runtime.internal;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what it is given, one after the other, some of it later. {@link #submit} from any thread. */
final class CoreThread implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(CoreThread.class);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final LinkedTransferQueue<Runnable> tasks = new LinkedTransferQueue<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::due));
    private final Runnable tick;
    private final Thread thread;
    private long nextTick = System.nanoTime();
    private volatile boolean ended;

    private record Timer(long due, Runnable task) {}

    /**
     * A thread that has not begun.
     *
     * @param tick is called several times a second
     */
    CoreThread(String name, Runnable tick) {
        this.tick = tick;
        this.thread = new Thread(this, name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void submit(Runnable task) {
        tasks.add(task);
    }

    /** Calls something later; from any thread. */
    void after(Duration delay, Runnable task) {
        long due = System.nanoTime() + Math.max(0, delay.toNanos());
        if (Thread.currentThread() == thread) {
            timers.add(new Timer(due, task));
        } else {
            tasks.add(() -> timers.add(new Timer(due, task)));
        }
    }

    @Override
    public void run() {
        while (!ended) {
            Runnable task = next();
            if (task != null) {
                run(task);
            }
            long now = System.nanoTime();
            while (!timers.isEmpty() && now - timers.element().due() >= 0) {
                run(timers.remove().task());
            }
            if (now - nextTick >= 0) {
                nextTick = now + IDLE_NANOS;
                run(tick);
            }
        }
    }

    private @Nullable Runnable next() {
        Runnable task = tasks.poll();
        if (task != null) {
            return task;
        }
        long now = System.nanoTime();
        long wait = nextTick - now;
        if (!timers.isEmpty()) {
            wait = Math.min(wait, timers.element().due() - now);
        }
        try {
            return wait <= 0 ? null : tasks.poll(wait, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            ended = true;
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("A task of the core failed; this is a defect, and records may wait until the next start", e);
        }
    }

    void end() {
        submit(() -> ended = true);
    }

    /** Waits for its end. */
    boolean join(Duration patience) throws InterruptedException {
        thread.join(Math.max(1, patience.toMillis()));
        return !thread.isAlive();
    }
}
