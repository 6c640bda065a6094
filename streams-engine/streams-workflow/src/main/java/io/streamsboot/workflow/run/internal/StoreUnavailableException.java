package io.streamsboot.workflow.run.internal;

/** A journal that is there has failed one run too often. */
public final class StoreUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoreUnavailableException(int failures, Throwable cause) {
        super("store_unavailable: the journal has failed this run " + failures + " times", cause);
    }
}
