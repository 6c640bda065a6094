package io.streamsboot.workflow.runtime.internal;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what it is given, one after the other, some of it later, and once after each burst what all of it has in common.
 * {@link #submit}, {@link #submitUnhurried} and {@link #after} from any thread.
 *
 * <p>After a burst it dozes for a moment before it sleeps: what is not in a hurry does not wake it up then, so that many
 * hand-overs cost one wake-up.
 */
final class CoreThread implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(CoreThread.class);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long DOZE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final int BURST = 1_000;

    private static final int AWAKE = 0;
    private static final int DOZING = 1;
    private static final int ASLEEP = 2;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sleep = new AtomicInteger(AWAKE);
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::due));
    private final Runnable afterwards;
    private final Runnable tick;
    private final Thread thread;
    private long nextTick = System.nanoTime();
    private volatile boolean ended;

    private record Timer(long due, Runnable task) {}

    /**
     * A thread that has not begun.
     *
     * @param afterwards is called after each burst of tasks
     * @param tick is called several times a second
     */
    CoreThread(String name, Runnable afterwards, Runnable tick) {
        this.afterwards = afterwards;
        this.tick = tick;
        this.thread = new Thread(this, name);
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void submit(Runnable task) {
        tasks.add(task);
        if (sleep.get() != AWAKE && sleep.getAndSet(AWAKE) != AWAKE) {
            LockSupport.unpark(thread);
        }
    }

    /** Runs something that may wait for a fraction of a millisecond. */
    void submitUnhurried(Runnable task) {
        tasks.add(task);
        if (sleep.get() == ASLEEP && sleep.compareAndSet(ASLEEP, AWAKE)) {
            LockSupport.unpark(thread);
        }
    }

    /** Calls something later; from any thread. */
    void after(Duration delay, Runnable task) {
        long due = System.nanoTime() + Math.max(0, delay.toNanos());
        if (Thread.currentThread() == thread) {
            timers.add(new Timer(due, task));
        } else {
            submit(() -> timers.add(new Timer(due, task)));
        }
    }

    @Override
    public void run() {
        while (!ended) {
            boolean busy = burst();
            long now = System.nanoTime();
            while (!timers.isEmpty() && now - timers.element().due() >= 0) {
                run(timers.remove().task());
                busy = true;
            }
            if (busy) {
                run(afterwards);
            }
            if (now - nextTick >= 0) {
                nextTick = now + IDLE_NANOS;
                run(tick);
            }
            await(busy);
        }
    }

    private boolean burst() {
        for (int i = 0; i < BURST; i++) {
            Runnable task = tasks.poll();
            if (task == null) {
                return i > 0;
            }
            run(task);
        }
        return true;
    }

    private void await(boolean busy) {
        long now = System.nanoTime();
        long wait = nextTick - now;
        if (!timers.isEmpty()) {
            wait = Math.min(wait, timers.element().due() - now);
        }
        sleep.set(busy ? DOZING : ASLEEP);
        if (wait > 0 && tasks.isEmpty()) {
            LockSupport.parkNanos(this, busy ? Math.min(wait, DOZE_NANOS) : wait);
        }
        sleep.set(AWAKE);
        if (Thread.currentThread().isInterrupted()) {
            ended = true;
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
