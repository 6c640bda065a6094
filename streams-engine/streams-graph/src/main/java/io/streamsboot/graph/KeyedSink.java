package io.streamsboot.graph;

/** Takes the steps of a keyed run, like a {@link Sink}. */
@FunctionalInterface
public interface KeyedSink<K, R, V> {

    /** Takes a step of the state of {@code key}, which is valid until this returns. */
    void accept(K key, Step<R, V> step);
}
