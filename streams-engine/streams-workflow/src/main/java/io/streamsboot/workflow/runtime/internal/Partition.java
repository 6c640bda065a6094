package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.options.Order;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A partition from its assignment until it is given up: one epoch. When it comes again it is another object, and what
 * was made for the old one finds nobody.
 *
 * <p>The volatile fields and counters are shared with the poll thread; all others belong to the core thread.
 */
final class Partition {

    /** Everything in a partition that is kept in one order. */
    static final Object WHOLE = new Object();

    private final TopicPartition id;
    private final long epoch;

    final AtomicLong uncommitted = new AtomicLong();
    final AtomicLong uncommittedBytes = new AtomicLong();
    volatile boolean open;
    volatile boolean dropped;
    volatile long end = -1;
    volatile boolean paused;

    /** How often records were handed over that the core has not seen yet. */
    final AtomicInteger onTheWay = new AtomicInteger();

    /** Enough has come for now: more would only grow old. */
    volatile boolean saturated;

    /** Offset of the last record that was handed over; of the poll thread. */
    long last = -1;

    @Nullable OffsetLedger ledger;

    @Nullable JournalPartition journal;

    final Works works = new Works();
    final Deque<Work> ready = new ArrayDeque<>();
    private final Map<Object, Deque<Work>> lanes = new HashMap<>();
    final BatchFormer batches = new BatchFormer(this);
    int running;
    int held;
    int retrying;

    /** As much as this of what is finished waits for windows, to finish more would not help. */
    int behindAt = WindowBuilder.MAX_WORKS;

    boolean behind;

    int inWindow;
    boolean draining;

    Partition(TopicPartition id, long epoch) {
        this.id = id;
        this.epoch = epoch;
    }

    TopicPartition id() {
        return id;
    }

    long epoch() {
        return epoch;
    }

    OffsetLedger book() {
        OffsetLedger book = ledger;
        if (book == null) {
            throw new IllegalStateException("partition " + id + " is not open");
        }
        return book;
    }

    /** Lines a piece of work up behind those that it waits for. */
    void enqueue(Work work) {
        Object lane = onlyLane(work);
        if (lane == null) {
            ready.add(work);
            return;
        }
        Deque<Work> waiting = lanes.putIfAbsent(lane, NOBODY);
        if (waiting == null) {
            ready.add(work);
        } else if (waiting.isEmpty()) {
            Deque<Work> queue = new ArrayDeque<>(2);
            queue.add(work);
            lanes.put(lane, queue);
        } else {
            waiting.add(work);
        }
    }

    private static final Deque<Work> NOBODY = new ArrayDeque<>(0);

    /** Lets the next in line begin, now that this work no longer stands before it. */
    void pass(Work work) {
        Object lane = onlyLane(work);
        if (lane == null || work.passed) {
            return;
        }
        work.passed = true;
        Deque<Work> waiting = lanes.remove(lane);
        if (waiting != null && !waiting.isEmpty()) {
            ready.add(waiting.remove());
            lanes.put(lane, waiting.isEmpty() ? NOBODY : waiting);
        }
    }

    /** Everything below an offset is committed. */
    void committed(long offset) {
        OffsetLedger book = book();
        int before = book.size();
        book.committed(offset);
        uncommitted.addAndGet(book.size() - before);
        JournalPartition kept = journal;
        if (kept != null) {
            kept.committed(offset);
        }
    }

    /** Bytes of a record that count towards the limit of a partition. */
    static long size(ConsumerRecord<byte[], byte[]> record) {
        return Math.max(0L, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
    }

    void forgetQueues() {
        ready.clear();
        lanes.clear();
        batches.clear();
    }

    private static @Nullable Object onlyLane(Work work) {
        return work.lanes().isEmpty() ? null : work.lanes().iterator().next();
    }

    static @Nullable Object laneOf(byte @Nullable [] key) {
        return key == null ? null : new Key(key, Arrays.hashCode(key));
    }

    /** The lanes of records that are worked on together. */
    static Set<Object> lanes(Order order, Collection<ConsumerRecord<byte[], byte[]>> records) {
        return switch (order) {
            case NONE -> Set.of();
            case PARTITION -> Set.of(WHOLE);
            case KEY -> {
                Set<Object> lanes = new HashSet<>();
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    Object lane = laneOf(record.key());
                    if (lane != null) {
                        lanes.add(lane);
                    }
                }
                yield lanes;
            }
        };
    }

    /** The lane of a record that is worked on alone. */
    static Set<Object> lanes(Order order, ConsumerRecord<byte[], byte[]> record) {
        if (order != Order.KEY) {
            return lanes(order, List.of());
        }
        Object lane = laneOf(record.key());
        return lane == null ? Set.of() : Set.of(lane);
    }

    /** A key, whose hash is asked for several times. */
    private record Key(byte[] bytes, int hash) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && hash == key.hash && Arrays.equals(bytes, key.bytes);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    @Override
    public String toString() {
        return id + " (epoch " + epoch + ")";
    }
}
