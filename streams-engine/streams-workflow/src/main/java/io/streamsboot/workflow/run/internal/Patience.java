package io.streamsboot.workflow.run.internal;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Says of a wait for the journal that it takes long. The waits themselves have no timer, since there are very many and
 * hardly one takes long: somebody looks at them now and then. Several threads of a run may wait at a time. Thread-safe.
 */
final class Patience {

    /** A journal that has not answered for so long counts as not there, though its answer is still welcome. */
    static final Duration PATIENCE = Duration.ofMillis(500);

    private final HoldListener listener;
    private int waits;
    private long since;
    private boolean said;

    Patience(HoldListener listener) {
        this.listener = listener;
    }

    /** A wait begins. */
    synchronized void begins(long now) {
        if (waits++ == 0) {
            since = now;
        }
    }

    /** A wait is over, one way or the other. */
    synchronized void ends() {
        if (--waits == 0 && said) {
            said = false;
            listener.released();
        }
    }

    /** Looks at the present, by {@link System#nanoTime()}. */
    synchronized void look(long now) {
        if (waits > 0 && !said && now - since >= PATIENCE.toNanos()) {
            said = true;
            listener.held(Holding.UNAVAILABLE, new TimeoutException("no answer within " + PATIENCE.toMillis() + " ms"));
        }
    }
}
