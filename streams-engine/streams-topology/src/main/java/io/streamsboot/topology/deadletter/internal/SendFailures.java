package io.streamsboot.topology.deadletter.internal;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The last exceptions with which sends failed. Kafka Streams throws them at whichever record comes next; they are known
 * again by identity. Thread-safe.
 */
final class SendFailures {

    private static final int MAX = 64;
    private static final int MAX_DEPTH = 50;

    private record Entry(Throwable exception, boolean deadLetter) {}

    private final Deque<Entry> last = new ArrayDeque<>();
    private volatile boolean any;

    /**
     * Remembers an exception.
     *
     * @return whether it is new
     */
    synchronized boolean add(Throwable exception, boolean deadLetter) {
        if (has(exception, false)) {
            return false;
        }
        if (last.size() == MAX) {
            last.removeFirst();
        }
        last.addLast(new Entry(exception, deadLetter));
        any = true;
        return true;
    }

    synchronized void clear() {
        last.clear();
        any = false;
    }

    /** Whether an exception, or one of its causes, is a send's. */
    boolean contains(Throwable exception) {
        if (!any) {
            return false;
        }
        Throwable cause = exception;
        for (int depth = 0; depth < MAX_DEPTH && cause != null; depth++) {
            if (has(cause, false)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Whether an exception is that of a dead letter's send. */
    boolean isOfDeadLetter(Throwable exception) {
        return any && has(exception, true);
    }

    @SuppressWarnings("ReferenceEquality") // the same exception seen again, not an equal one
    private synchronized boolean has(Throwable exception, boolean ofDeadLetter) {
        for (Entry entry : last) {
            if (entry.exception() == exception && (entry.deadLetter() || !ofDeadLetter)) {
                return true;
            }
        }
        return false;
    }
}
