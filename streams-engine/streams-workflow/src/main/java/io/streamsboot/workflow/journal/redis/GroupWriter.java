package io.streamsboot.workflow.journal.redis;

import java.time.Duration;
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
    private Group gathering = new Group();
    private int inFlight;
    private long lastSent = System.nanoTime() - PACE_NANOS;
    private boolean scheduled;

    GroupWriter(RedisLink link, Keys keys, long token, long expiryMillis, ScheduledExecutorService scheduler) {
        this.link = link;
        this.keys = keys;
        this.token = token;
        this.expiryMillis = expiryMillis;
        this.scheduler = scheduler;
    }

    /** Writes a field; done when it is durable. */
    CompletableFuture<@Nullable Void> put(long bucket, byte[] field, byte[] value) {
        CompletableFuture<@Nullable Void> done;
        synchronized (this) {
            gathering.put(bucket, field, value);
            done = gathering.done().copy();
        }
        sendIfDue();
        return done;
    }

    /** Deletes fields with the next write of others, or soon; again and again if that fails. */
    void delete(long bucket, List<byte[]> fields) {
        synchronized (this) {
            gathering.delete(bucket, fields);
        }
    }

    synchronized void touch(long bucket) {
        gathering.touch(bucket);
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
            gathering = new Group();
            lastSent = now;
            inFlight++;
        }
        CompletableFuture<String> sent =
                link.run(Scripts.WRITE, group.keys(keys), group.arguments(token, expiryMillis));
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
