package io.streamsboot.workflow.run.internal;

/** A result cannot be written. */
final class EncodeFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final Throwable reason;

    EncodeFailure(Throwable reason) {
        super(reason);
        this.reason = reason;
    }

    Throwable reason() {
        return reason;
    }
}
