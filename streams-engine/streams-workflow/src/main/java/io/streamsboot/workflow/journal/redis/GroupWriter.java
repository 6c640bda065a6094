package io.streamsboot.workflow.journal.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Writes of a partition, in groups: the first after a pause goes out at once, and what comes within the next millisecond
 * goes out together, or as soon as it is 64 KiB. Thread-safe.
 */
final class GroupWriter {

    private static final long PACE_NANOS = Duration.ofMillis(1).toNanos();
    private static final long FULL_BYTES = 64 << 10;
    private static final int MAX_IN_FLIGHT = 4;

    private final RedisLink link;
    private final Keys keys;
    private final long token;
    private final long expiryMillis;
    private final ScheduledExecutorService scheduler;
    private Group gathering;
    private long number;
    private int inFlight;
    private long lastSent = System.nanoTime() - PACE_NANOS;
    private boolean scheduled;

    /**
     * A writer.
     *
     * @param number number of its first group
     */
    GroupWriter(
            RedisLink link, Keys keys, long token, long expiryMillis, ScheduledExecutorService scheduler, long number) {
        this.link = link;
        this.keys = keys;
        this.token = token;
        this.expiryMillis = expiryMillis;
        this.scheduler = scheduler;
        this.number = number;
        this.gathering = new Group(number);
    }

    /** Writes entries of a run; done when they are durable. {@link #sendIfDue} sends them. */
    synchronized CompletableFuture<@Nullable Void> put(KnownRun run, Written what, byte[] entries) {
        gathering.put(run, what, entries);
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
        Group group;
        synchronized (this) {
            if (gathering.isEmpty() || inFlight >= MAX_IN_FLIGHT) {
                return;
            }
            long now = System.nanoTime();
            long wait = lastSent + PACE_NANOS - now;
            if (wait > 0 && gathering.bytes() < FULL_BYTES) {
                schedule(wait);
                return;
            }
            group = gathering;
            gathering = new Group(++number);
            gathering.delete(group.close());
            lastSent = now;
            inFlight++;
        }
        Group.Call call = group.call(keys, token, expiryMillis);
        CompletableFuture<String> sent = link.run(Scripts.WRITE, call.keys(), call.arguments());
        sent.whenComplete((answer, failure) -> ended(group, failure));
    }

    private void schedule(long nanos) {
        if (!scheduled && !scheduler.isShutdown()) {
            scheduled = true;
            scheduler.schedule(
                    () -> {
                        synchronized (this) {
                            scheduled = false;
                        }
                        sendIfDue();
                    },
                    nanos,
                    TimeUnit.NANOSECONDS);
        }
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
