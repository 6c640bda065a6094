package io.streamsboot.workflow.journal.kafka;

import io.streamsboot.workflow.journal.JournalEntry;
import io.streamsboot.workflow.journal.JournalEntry.Claim;
import io.streamsboot.workflow.journal.JournalException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.RunIndex;
import io.streamsboot.workflow.journal.RunRecord;
import io.streamsboot.workflow.journal.internal.EntryFormat;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/** One partition of a journal under one lease. */
final class KafkaJournalPartition implements JournalPartition {

    /** Records between two renewals of a lease. The log is only cut where a lease is, so that readers begin with one. */
    private static final int RENEWAL = 2_000;

    private static final long TRIM_NANOS = Duration.ofSeconds(5).toNanos();

    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final TopicPartition partition;
    private final long lease;
    private final RunIndex index;
    private final Map<String, Long> firstOffsets = new HashMap<>();
    private final TreeMap<Long, String> runs = new TreeMap<>();
    private final TreeSet<Long> leases = new TreeSet<>();
    private long seen = -1;
    private int sinceLease;
    private long nextTrim = System.nanoTime();
    private volatile boolean closed;

    KafkaJournalPartition(
            Producer<byte[], byte[]> producer, Admin admin, TopicPartition partition, long lease, int window) {
        this.producer = producer;
        this.admin = admin;
        this.partition = partition;
        this.lease = lease;
        this.index = new RunIndex(window);
    }

    /** Takes a record of the log in; in the order of their offsets. */
    synchronized void read(long offset, byte @Nullable [] value) {
        EntryFormat.Group group = value == null ? null : EntryFormat.read(value);
        if (group == null) {
            return;
        }
        if (group.entries().isEmpty()) {
            long held = group.lease() < 0 ? offset : group.lease();
            if (held >= seen) {
                seen = held;
                leases.add(offset);
            }
        } else if (group.lease() >= seen) {
            seen = group.lease();
            keep(offset, group.entries());
        }
    }

    private void keep(long offset, List<JournalEntry> entries) {
        entries.forEach(index::add);
        String runId = entries.get(0).runId();
        if (index.contains(runId) && firstOffsets.putIfAbsent(runId, offset) == null) {
            runs.put(offset, runId);
        }
    }

    @Override
    public long fencingToken() {
        return lease + 1;
    }

    @Override
    public boolean contains(String runId) {
        return index.contains(runId);
    }

    @Override
    public CompletionStage<@Nullable RunRecord> find(String runId) {
        return CompletableFuture.completedFuture(index.find(runId));
    }

    @Override
    public Collection<Claim> unfinishedBatches() {
        return index.unfinishedBatches();
    }

    @Override
    public CompletionStage<@Nullable Void> append(List<JournalEntry> entries) {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        if (closed) {
            done.completeExceptionally(new JournalException.Fenced("the lease on " + partition + " was given up"));
            return done;
        }
        try {
            byte[] key = entries.get(0).runId().getBytes(StandardCharsets.UTF_8);
            send(key, EntryFormat.write(lease, entries), (offset, failure) -> {
                if (failure == null) {
                    written(offset, entries);
                    done.complete(null);
                } else {
                    done.completeExceptionally(translated(failure));
                }
            });
        } catch (KafkaException | IllegalStateException e) {
            done.completeExceptionally(translated(e));
        }
        return done;
    }

    private interface Answer {
        void accept(long offset, @Nullable Exception failure);
    }

    private void send(byte @Nullable [] key, byte[] value, Answer answer) {
        producer.send(
                new ProducerRecord<>(partition.topic(), partition.partition(), key, value),
                (metadata, failure) -> answer.accept(failure == null ? metadata.offset() : -1, failure));
    }

    private synchronized void written(long offset, List<JournalEntry> entries) {
        keep(offset, entries);
        if (++sinceLease >= RENEWAL) {
            sinceLease = 0;
            send(null, EntryFormat.write(lease, List.of()), (renewed, failure) -> {
                if (failure == null) {
                    synchronized (this) {
                        leases.add(renewed);
                    }
                }
            });
        }
    }

    private static JournalException translated(Exception failure) {
        if (failure instanceof RecordTooLargeException || failure instanceof SerializationException) {
            return new JournalException.Rejected(
                    "the journal does not take an entry: " + failure.getMessage(), failure);
        }
        return new JournalException.Unavailable("the journal cannot be written: " + failure, failure);
    }

    @Override
    public synchronized void committed(long offset) {
        for (String runId : index.committed(offset)) {
            Long first = firstOffsets.remove(runId);
            if (first != null) {
                runs.remove(first);
            }
        }
        long now = System.nanoTime();
        if (!closed && now - nextTrim >= 0) {
            nextTrim = now + TRIM_NANOS;
            Long cut = runs.isEmpty() ? leases.isEmpty() ? null : leases.last() : leases.floor(runs.firstKey());
            if (cut != null && cut > leases.first()) {
                leases.headSet(cut).clear();
                // One that fails is made up for by the next.
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(cut)));
            }
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
