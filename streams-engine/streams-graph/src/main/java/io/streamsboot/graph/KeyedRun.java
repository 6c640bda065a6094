package io.streamsboot.graph;

import java.time.Instant;
import java.util.Set;

/** A run with separate state per key that is stepped by hand. Not thread-safe. */
public interface KeyedRun<K, R> extends Run<R> {

    /** {@inheritDoc} Here for every key that has state. */
    @Override
    void advanceTo(Instant watermark);

    /** {@link #advanceTo(Instant)} for one key. */
    void advanceTo(K key, Instant watermark);

    /** The keys that have state, as they came. */
    Set<K> keys();

    /** The state of one key as bytes; {@link StateException} when a codec is missing, or there is no such key. */
    byte[] save(K key);

    /** Replaces the state of one key with a saved one. */
    void load(K key, byte[] state);

    /** Forgets the state of a key. If it comes again, it starts afresh. */
    void forget(K key);
}
