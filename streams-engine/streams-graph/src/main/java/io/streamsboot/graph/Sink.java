package io.streamsboot.graph;

/**
 * Takes the steps of a run: one for every record, and one for every step of time that has a value. It must not step the run
 * that calls it.
 */
@FunctionalInterface
public interface Sink<R, V> {

    /** Takes a step, which is valid until this returns. */
    void accept(Step<R, V> step);
}
