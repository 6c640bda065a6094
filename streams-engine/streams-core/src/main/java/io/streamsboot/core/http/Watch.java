package io.streamsboot.core.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the exchanges of a client every now and then: nobody else can end one whose caller waits in a socket. Also has idle
 * connections closed. Its thread is there only while there are exchanges or connections. Thread-safe.
 */
final class Watch implements Runnable {

    private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

    private final Set<Exchange> running = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean watching = new AtomicBoolean();
    private final BooleanSupplier closeIdle;
    private final long restNanos;
    private volatile @Nullable Thread resting;

    /**
     * A watch without a thread.
     *
     * @param closeIdle closes idle connections; false if none is left
     * @param rest how long to wait for another exchange before that is called
     */
    Watch(BooleanSupplier closeIdle, Duration rest) {
        this.closeIdle = closeIdle;
        this.restNanos = rest.toNanos();
    }

    void begin(Exchange exchange) {
        running.add(exchange);
        if (!watching.get() && watching.compareAndSet(false, true)) {
            Thread thread = new Thread(this, "streams-http-watch");
            thread.setDaemon(true);
            thread.start();
        } else {
            Thread waiting = resting;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }

    void end(Exchange exchange) {
        running.remove(exchange);
    }

    boolean isWatching() {
        return watching.get();
    }

    @Override
    public void run() {
        while (true) {
            if (running.isEmpty()) {
                rest();
                if (running.isEmpty() && !closeIdle.getAsBoolean() && isOver()) {
                    return;
                }
            } else {
                running.forEach(Exchange::look);
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        }
    }

    private void rest() {
        resting = Thread.currentThread();
        if (running.isEmpty()) {
            LockSupport.parkNanos(this, restNanos);
        }
        resting = null;
    }

    /** Ends the watch, unless an exchange has begun that has seen it going on. */
    private boolean isOver() {
        watching.set(false);
        return running.isEmpty() || !watching.compareAndSet(false, true);
    }
}
