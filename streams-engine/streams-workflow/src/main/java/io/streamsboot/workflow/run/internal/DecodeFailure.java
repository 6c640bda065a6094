package io.streamsboot.workflow.run.internal;

/** A record is not what its topic should have. */
public final class DecodeFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final Throwable reason;

    DecodeFailure(Throwable reason) {
        super(reason);
        this.reason = reason;
    }

    /** What is wrong with it. */
    public Throwable reason() {
        return reason;
    }
}
