package io.streamsboot.graph.kafka.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Hot keys by their identity. Each record asks for another key, whose state is far away in memory, and waiting for it is most of
 * what finding it costs. So the hashes lie in an array of their own, which is near, and nothing of a key is touched before its
 * hash is found: then it is almost always the right one. Its identity and its state are both at hand there, so that a processor
 * can wait for the two at once. Open addressing, linear probing (Knuth 6.4, algorithms L and R). Not thread-safe.
 */
final class HotTable<K, R> {

    private static final int LEAST = 16;

    /** 2^32 divided by the golden ratio. */
    private static final int SPREAD = 0x9E3779B9;

    private static final int EMPTY = 0;

    private int[] hashes = new int[LEAST];
    private @Nullable Object[] identities = new Object[LEAST];
    private @Nullable HotKey<K, R>[] keys = places(LEAST);
    private int size;

    int size() {
        return size;
    }

    @Nullable HotKey<K, R> get(Object identity) {
        int hash = hash(identity);
        int at = hash & hashes.length - 1;
        while (hashes[at] != EMPTY && !(hashes[at] == hash && same(identity, identities[at]))) {
            at = next(at);
        }
        return keys[at];
    }

    /** Adds a key that is not there. */
    void add(HotKey<K, R> key) {
        if (2 * size == hashes.length) {
            grow();
        }
        size++;
        place(hash(key.identity), key);
    }

    /** Removes a key that is there, and moves those behind it up. */
    void remove(HotKey<K, R> key) {
        int gap = hash(key.identity) & hashes.length - 1;
        while (keys[gap] != key) {
            gap = next(gap);
        }
        for (int at = next(gap); hashes[at] != EMPTY; at = next(at)) {
            if (distance(hashes[at], at) >= distance(gap, at)) {
                hashes[gap] = hashes[at];
                identities[gap] = identities[at];
                keys[gap] = keys[at];
                gap = at;
            }
        }
        hashes[gap] = EMPTY;
        identities[gap] = null;
        keys[gap] = null;
        size--;
    }

    void clear() {
        hashes = new int[LEAST];
        identities = new Object[LEAST];
        keys = places(LEAST);
        size = 0;
    }

    private void grow() {
        int[] hashesBefore = hashes;
        @Nullable HotKey<K, R>[] keysBefore = keys;
        hashes = new int[2 * hashesBefore.length];
        identities = new Object[hashes.length];
        keys = places(hashes.length);
        for (int i = 0; i < keysBefore.length; i++) {
            HotKey<K, R> key = keysBefore[i];
            if (key != null) {
                place(hashesBefore[i], key);
            }
        }
    }

    private void place(int hash, HotKey<K, R> key) {
        int at = hash & hashes.length - 1;
        while (hashes[at] != EMPTY) {
            at = next(at);
        }
        hashes[at] = hash;
        identities[at] = key.identity;
        keys[at] = key;
    }

    private int next(int at) {
        return at + 1 & hashes.length - 1;
    }

    /** How many places it is from where a hash belongs, or from a place, to another place. */
    private int distance(int from, int to) {
        return to - from & hashes.length - 1;
    }

    private static int hash(Object identity) {
        int hash = SPREAD * (identity instanceof byte[] bytes ? Arrays.hashCode(bytes) : identity.hashCode());
        hash ^= hash >>> 16;
        return hash == EMPTY ? 1 : hash;
    }

    private static boolean same(Object one, @Nullable Object other) {
        return one instanceof byte[] bytes
                ? other instanceof byte[] otherBytes && Arrays.equals(bytes, otherBytes)
                : one.equals(other);
    }

    @SuppressWarnings("unchecked")
    private static <K, R> @Nullable HotKey<K, R>[] places(int count) {
        return (HotKey<K, R>[]) new HotKey<?, ?>[count];
    }
}
