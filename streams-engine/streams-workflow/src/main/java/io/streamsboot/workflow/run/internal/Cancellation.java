package io.streamsboot.workflow.run.internal;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Whether a run was given up; hardly one waits for that, so that the future is made when it is asked for. Thread-safe. */
final class Cancellation {

    private volatile boolean done;
    private @Nullable CompletableFuture<Object> future;

    void cancel() {
        done = true;
        CompletableFuture<Object> known;
        synchronized (this) {
            known = future;
        }
        if (known != null) {
            known.complete(Boolean.TRUE);
        }
    }

    boolean isDone() {
        return done;
    }

    /** Done when the run is given up. */
    CompletableFuture<Object> future() {
        CompletableFuture<Object> known;
        synchronized (this) {
            known = future;
            if (known == null) {
                known = new CompletableFuture<>();
                future = known;
            }
        }
        if (done) {
            known.complete(Boolean.TRUE);
        }
        return known;
    }
}
