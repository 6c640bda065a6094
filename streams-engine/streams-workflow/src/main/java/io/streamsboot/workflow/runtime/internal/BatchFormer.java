package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.options.Order;
import io.streamsboot.workflow.options.WorkflowOptions;
import io.streamsboot.workflow.run.internal.Run;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Forms batches of the decoded records of one partition. Batches in flight share no key; those that a journal knows as
 * begun are formed again of exactly the same records. Belongs to the core thread.
 */
final class BatchFormer {

    private final Partition partition;
    private final Deque<Element> waiting = new ArrayDeque<>();
    private final Deque<ConsumerRecord<byte[], byte[]>> undecoded = new ArrayDeque<>();
    private final Deque<Claim> begun = new ArrayDeque<>();
    private final Set<Object> busyLanes = new HashSet<>();
    private int inFlight;
    private long decodedTo = -1;
    boolean decoding;

    @Nullable Run decoder;

    long lingerUntil;

    /** A decoded record. */
    record Element(
            ConsumerRecord<byte[], byte[]> record, @Nullable Object value, long since) {}

    BatchFormer(Partition partition) {
        this.partition = partition;
    }

    void begunBefore(Iterable<Claim> claims) {
        claims.forEach(begun::add);
    }

    void arrived(ConsumerRecord<byte[], byte[]> record) {
        undecoded.add(record);
    }

    /** Takes what is to be decoded next; empty if there is nothing. */
    List<ConsumerRecord<byte[], byte[]>> takeUndecoded(int most) {
        List<ConsumerRecord<byte[], byte[]>> chunk = new ArrayList<>();
        while (chunk.size() < most && !undecoded.isEmpty()) {
            chunk.add(undecoded.remove());
        }
        return chunk;
    }

    void decoded(ConsumerRecord<byte[], byte[]> record, @Nullable Object value, long now) {
        waiting.add(new Element(record, value, now));
    }

    void decodedTo(long offset) {
        decodedTo = offset;
    }

    /**
     * Forms the next batch.
     *
     * @return the batch, or null if none can be formed now
     */
    @Nullable Work next(WorkflowOptions options, long now) {
        Order order = options.concurrency().order();
        if (waiting.isEmpty() || (order == Order.PARTITION && inFlight > 0)) {
            return null;
        }
        Claim claim = currentClaim();
        List<Element> chosen = claim != null && waiting.element().record().offset() == claim.firstOffset()
                ? members(claim)
                : fresh(options, order, claim, now);
        if (chosen.isEmpty()) {
            return null;
        }
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(chosen.size());
        List<Object> values = new ArrayList<>(chosen.size());
        for (Element element : chosen) {
            waiting.remove();
            records.add(element.record());
            values.add(element.value());
        }
        Set<Object> lanes = Partition.lanes(order, records);
        busyLanes.addAll(lanes);
        inFlight++;
        return new Work(
                partition, List.copyOf(records), values, lanes, chosen.get(0).since());
    }

    /** The next batch that has begun before and can still be formed, those that cannot left behind. */
    private @Nullable Claim currentClaim() {
        while (!begun.isEmpty()) {
            Claim claim = begun.element();
            if (claim.firstOffset() >= waiting.element().record().offset()
                    && (decodedTo < claim.lastOffset() || hasAll(claim))) {
                return claim;
            }
            begun.remove();
        }
        return null;
    }

    private boolean hasAll(Claim claim) {
        Set<Long> there = new HashSet<>();
        for (Element element : waiting) {
            if (element.record().offset() > claim.lastOffset()) {
                break;
            }
            there.add(element.record().offset());
        }
        return there.containsAll(claim.members());
    }

    private List<Element> members(Claim claim) {
        if (decodedTo < claim.lastOffset()) {
            return List.of();
        }
        List<Element> chosen = new ArrayList<>();
        for (Element element : waiting) {
            if (chosen.size() == claim.members().size()) {
                break;
            }
            if (isBusy(element)) {
                return List.of();
            }
            chosen.add(element);
        }
        begun.remove();
        List<Long> offsets =
                chosen.stream().map(element -> element.record().offset()).toList();
        return offsets.equals(claim.members()) ? chosen : List.of();
    }

    private List<Element> fresh(WorkflowOptions options, Order order, @Nullable Claim claim, long now) {
        List<Element> chosen = new ArrayList<>();
        boolean cut = false;
        Iterator<Element> elements = waiting.iterator();
        while (elements.hasNext() && chosen.size() < options.batch().maxBatchSize()) {
            Element element = elements.next();
            if ((order == Order.KEY && isBusy(element))
                    || (claim != null && element.record().offset() >= claim.firstOffset())) {
                cut = true;
                break;
            }
            chosen.add(element);
        }
        boolean full = cut || chosen.size() == options.batch().maxBatchSize();
        long linger = options.batch().batchLinger().toNanos();
        return full || chosen.isEmpty() || now - chosen.get(0).since() >= linger ? chosen : List.of();
    }

    private boolean isBusy(Element element) {
        Object key = Partition.laneOf(element.record().key());
        return key != null && busyLanes.contains(key);
    }

    /** A batch has its result: its keys are free. */
    void ended(Work work) {
        if (!work.passed) {
            work.passed = true;
            inFlight--;
            busyLanes.removeAll(work.lanes());
        }
    }

    /** When the first waiting record came, or -1 if none waits. */
    long waitingSince() {
        return waiting.isEmpty() ? -1 : waiting.element().since();
    }

    /** How many records are not part of a batch yet. */
    int size() {
        return undecoded.size() + waiting.size();
    }

    boolean isEmpty() {
        return waiting.isEmpty() && undecoded.isEmpty() && !decoding;
    }

    void clear() {
        waiting.clear();
        undecoded.clear();
        begun.clear();
        if (decoder != null) {
            decoder.cancel();
        }
    }
}
