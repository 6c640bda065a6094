package io.streamsboot.graph.kafka.internal;

import io.streamsboot.graph.internal.Feeder;
import io.streamsboot.graph.internal.Lane;

/** State of one key as an object. */
final class HotKey<K, R> extends Lane<R> {

    final K key;

    /** The key itself, or its bytes if objects of its class do not say which are the same. */
    final Object identity;

    /** Timestamp of its latest record in milliseconds. */
    long lastSeen = Long.MIN_VALUE;

    /** Whether it is kept as an object, and not only in hand. */
    boolean kept;

    /** Whether it has changed since it was written. */
    boolean dirty;

    /** Whether it has been used since it was judged last. */
    boolean used;

    HotKey(K key, Object identity, Feeder<R, ?> feeder) {
        super(feeder);
        this.key = key;
        // What is allocated together stays close together; the record's own bytes lie elsewhere.
        this.identity = identity instanceof byte[] bytes ? bytes.clone() : identity;
    }

    @Override
    public String toString() {
        return "the record of key " + key;
    }
}
