package io.streamsboot.core.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request under way: how long it may take, who waits for it, and what is closed to end it. Made by whoever
 * waits; {@link #look} by another thread.
 */
final class Exchange {

    private final Thread caller = Thread.currentThread();
    private final long deadline;
    private volatile @Nullable Closeable connection;
    private volatile boolean late;
    private volatile boolean interrupted;

    Exchange(Duration patience) {
        this.deadline = System.nanoTime() + patience.toNanos();
    }

    /** Milliseconds until it is late, at least 1. */
    int millisLeft() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (deadline - System.nanoTime()) / 1_000_000));
    }

    boolean isOver() {
        return late || interrupted || System.nanoTime() - deadline >= 0;
    }

    /** Names what it waits for from now on. */
    void waitsFor(Closeable next) throws IOException {
        connection = next;
        if (late || interrupted) {
            next.close();
        }
    }

    /** Ends it if it is late, or if nobody waits any more. */
    void look() {
        if (System.nanoTime() - deadline >= 0) {
            late = true;
        } else if (caller.isInterrupted()) {
            interrupted = true;
        } else {
            return;
        }
        Closeable open = connection;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is closed all the same, and whoever waits learns of it.
            }
        }
    }

    /** What a failure means. */
    IOException meaning(IOException failure) throws InterruptedException {
        if (interrupted && Thread.interrupted()) {
            throw new InterruptedException("the wait for an answer was interrupted");
        }
        if (late || failure instanceof SocketTimeoutException) {
            HttpTimeoutException timeout = new HttpTimeoutException("the answer did not end in time");
            timeout.initCause(failure);
            return timeout;
        }
        return failure;
    }
}
