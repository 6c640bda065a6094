package io.streamsboot.pipeline.program.internal;

/** A program gave no answer. It has no stack trace, because rows that break a program may be many. */
final class ProgramFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean startless;

    /**
     * No answer.
     *
     * @param startless whether the program could not even be started, which is not the row's fault
     */
    ProgramFailure(String problem, boolean startless) {
        super(problem, null, false, false);
        this.startless = startless;
    }

    boolean isStartless() {
        return startless;
    }
}
