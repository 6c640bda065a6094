package io.streamsboot.workflow.journal.redis;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Entries of several runs that were written together, as one field of a bucket. It is there as long as somebody uses it:
 * who gathers it, and the runs that need it. Thread-safe.
 */
final class Chunk {

    private static final int BUCKET_BITS = 10;

    private final long number;
    private final AtomicInteger users = new AtomicInteger();

    /**
     * A chunk that nobody uses yet.
     *
     * @param number a greater one for what is written later
     */
    Chunk(long number) {
        this.number = number;
    }

    long bucket() {
        return number >> BUCKET_BITS;
    }

    /** The name of its field. */
    byte[] field() {
        return Keys.bytes(Long.toString(number));
    }

    /** Names it in a message. */
    String of(Keys keys) {
        return "chunk " + number + " of " + keys.base();
    }

    void use() {
        users.incrementAndGet();
    }

    /**
     * Ends a {@link #use}.
     *
     * @return whether nobody uses it any more
     */
    boolean leave() {
        return users.decrementAndGet() == 0;
    }
}
