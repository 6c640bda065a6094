package io.streamsboot.workflow.journal.redis;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Writes of a partition, in groups: the first after a pause goes out at once, and what comes until the next beat of the
 * journal's {@link Pace} goes out together, or as soon as it is 64 KiB. Thread-safe.
 */
final class GroupWriter {

    private static final long FULL_BYTES = 64 << 10;
    private static final int MAX_IN_FLIGHT = 4;

    private final RedisLink link;
    private final Keys keys;
    private final long token;
    private final long expiryMillis;
    private final Pace pace;
    private Group gathering;
    private long number;
    private int inFlight;
    private long lastSent = System.nanoTime() - Pace.NANOS;
    /** The next beat sends what has gathered. */
    private volatile boolean waiting;

    /** It need not wait for the beat. */
    private volatile boolean full;

    /**
     * A writer.
     *
     * @param number number of its first group
     */
    GroupWriter(RedisLink link, Keys keys, long token, long expiryMillis, Pace pace, long number) {
        this.link = link;
        this.keys = keys;
        this.token = token;
        this.expiryMillis = expiryMillis;
        this.pace = pace;
        this.number = number;
        this.gathering = new Group(number);
    }

    /** Writes entries of a run; done when they are durable. {@link #sendIfDue} sends them. */
    synchronized CompletableFuture<@Nullable Void> put(KnownRun run, Written what, byte[] entries) {
        gathering.put(run, what, entries);
        full = gathering.bytes() >= FULL_BYTES;
        return gathering.done();
    }

    /** Deletes chunks with the next write of others, or soon; again and again if that fails. */
    synchronized void delete(List<Chunk> chunks) {
        gathering.delete(chunks);
    }

    /** Renews the expiry of the partition and of buckets of it. */
    synchronized void renew(Collection<Long> buckets) {
        gathering.renew(buckets);
    }

    /** Sends what has gathered, if it is time for it. */
    void sendIfDue() {
        if (full || !waiting) {
            send(false);
        }
    }

    private void beat() {
        send(true);
    }

    private void send(boolean beat) {
        Group group;
        synchronized (this) {
            if (beat) {
                waiting = false;
            }
            if (gathering.isEmpty() || inFlight >= MAX_IN_FLIGHT) {
                return;
            }
            long now = System.nanoTime();
            if (!beat && now - lastSent < Pace.NANOS && !full) {
                if (!waiting) {
                    waiting = true;
                    pace.next(this::beat);
                }
                return;
            }
            group = gathering;
            gathering = new Group(++number);
            gathering.delete(group.close());
            full = false;
            lastSent = now;
            inFlight++;
        }
        Group.Call call = group.call(keys, token, expiryMillis);
        CompletableFuture<String> sent = link.run(Scripts.WRITE, call.keys(), call.arguments());
        sent.whenComplete((answer, failure) -> ended(group, failure));
    }

    private void ended(Group group, @Nullable Throwable failure) {
        synchronized (this) {
            inFlight--;
            if (failure != null) {
                gathering.deleteLike(group);
            }
        }
        if (failure == null) {
            group.done().complete(null);
            sendIfDue();
        } else {
            group.done().completeExceptionally(Answers.translated(failure));
        }
    }
}
