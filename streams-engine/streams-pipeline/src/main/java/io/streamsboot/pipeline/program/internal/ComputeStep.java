package io.streamsboot.pipeline.program.internal;

/** A step with its program, found and checked. Immutable and thread-safe. */
public final class ComputeStep {

    private final String label;
    private final ProgramFactory factory;

    ComputeStep(String label, ProgramFactory factory) {
        this.label = label;
        this.factory = factory;
    }

    /** A program of its own for a task. */
    public Compute open() {
        return new Compute(label, factory);
    }
}
