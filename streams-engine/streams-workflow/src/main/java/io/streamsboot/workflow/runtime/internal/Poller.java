package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.options.ConcurrencyOptions;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One consumer in the hands of the poll thread: takes records in, commits what it is told to, and hands partitions over.
 * It waits in one place only, where partitions are given up. All methods but {@link #commit}, {@link #membership},
 * {@link #wakeup} belong to the poll thread.
 */
final class Poller implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration SHORT_POLL = Duration.ofMillis(5);
    private static final long COMMIT_NANOS = Duration.ofMillis(20).toNanos();
    private static final int MOST_ON_THE_WAY = 2;
    private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = Duration.ofMillis(500).toNanos();

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final ConcurrencyOptions options;
    private final int maxPollRecords;
    private final Duration drainPatience;
    private final CoreLink core;
    private final Map<TopicPartition, Partition> assigned = new HashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private final Map<Partition, Commit> commits = new ConcurrentHashMap<>();
    private volatile ConsumerGroupMetadata membership;
    private volatile boolean stopping;
    private long nextLook = System.nanoTime();
    private long nextCommit = System.nanoTime();

    /** How the poll thread talks to the core. Thread-safe; nothing blocks. */
    interface CoreLink {

        /** A new epoch of a partition. */
        Partition assigned(TopicPartition partition);

        void polled(Partition partition, List<ConsumerRecord<byte[], byte[]>> records, long position);

        void committed(Partition partition, Commit commit, boolean done);

        void revoke(
                Collection<TopicPartition> partitions, Duration patience, Consumer<Map<TopicPartition, Commit>> done);

        void lost(Collection<TopicPartition> partitions, Runnable done);

        /** Whether somebody wants no more records taken. */
        boolean isPaused();
    }

    Poller(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            ConcurrencyOptions options,
            int maxPollRecords,
            Duration drainPatience,
            CoreLink core) {
        this.consumer = consumer;
        this.options = options;
        this.maxPollRecords = maxPollRecords;
        this.drainPatience = drainPatience;
        this.core = core;
        this.membership = consumer.groupMetadata();
    }

    /** Takes records in until somebody wants it to end; then gives all partitions up and leaves the group. */
    void run(String topic) {
        try {
            consumer.subscribe(List.of(topic), this);
            while (!stopping) {
                once();
            }
        } catch (WakeupException e) {
            if (!stopping) {
                throw e;
            }
        } catch (KafkaException | IllegalStateException e) {
            onPartitionsLost(List.copyOf(assigned.keySet()));
            throw e;
        } finally {
            leave();
        }
    }

    private void leave() {
        try {
            if (!assigned.isEmpty()) {
                onPartitionsRevoked(List.copyOf(assigned.keySet()));
            }
        } finally {
            consumer.close(CloseOptions.timeout(COMMIT_PATIENCE));
        }
    }

    private void once() {
        sendCommits();
        ConsumerRecords<byte[], byte[]> records = consumer.poll(choosePauses() ? SHORT_POLL : POLL);
        membership = consumer.groupMetadata();
        for (TopicPartition id : records.partitions()) {
            Partition partition = assigned.get(id);
            if (partition != null) {
                handOver(partition, records.records(id));
            }
        }
        long now = System.nanoTime();
        if (now - nextLook >= 0) {
            nextLook = now + LOOK_NANOS;
            assigned.values().forEach(this::look);
        }
    }

    private void handOver(Partition partition, List<ConsumerRecord<byte[], byte[]>> records) {
        long first = records.get(0).offset();
        if (first <= partition.last) {
            LOG.warn(
                    "Partition {} goes back from offset {} to {}: it is taken as a new one",
                    partition.id(),
                    partition.last,
                    first);
            onPartitionsLost(List.of(partition.id()));
            onPartitionsAssigned(List.of(partition.id()));
            consumer.seek(partition.id(), first);
            return;
        }
        partition.last = records.get(records.size() - 1).offset();
        long bytes = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            bytes += Partition.size(record);
        }
        partition.uncommitted.addAndGet(records.size());
        partition.uncommittedBytes.addAndGet(bytes);
        core.polled(partition, records, consumer.position(partition.id()));
    }

    /** Where nothing came, the position still may have moved: over markers of transactions, or records that are gone. */
    private void look(Partition partition) {
        if (!partition.open) {
            return;
        }
        try {
            long position = consumer.position(partition.id(), POLL);
            OptionalLong lag = consumer.currentLag(partition.id());
            if (lag.isPresent()) {
                partition.end = position + lag.getAsLong();
            }
            core.polled(partition, List.of(), position);
        } catch (org.apache.kafka.common.errors.TimeoutException | IllegalStateException e) {
            LOG.debug("The position of {} is not known yet", partition, e);
        }
    }

    /** Pauses partitions of which there is enough; true if that is likely to change soon. */
    private boolean choosePauses() {
        boolean all = core.isPaused();
        boolean soon = false;
        Set<TopicPartition> pause = new HashSet<>();
        Set<TopicPartition> resume = new HashSet<>();
        for (Partition partition : assigned.values()) {
            boolean full = partition.uncommitted.get() + maxPollRecords > options.maxUncommitted()
                    || partition.uncommittedBytes.get() >= options.maxUncommittedBytes();
            boolean wanted = all || !partition.open || full;
            partition.paused = wanted;
            if (!wanted && (partition.saturated || partition.onTheWay.get() >= MOST_ON_THE_WAY)) {
                wanted = true;
                soon = true;
            }
            if (wanted != paused.contains(partition.id())) {
                (wanted ? pause : resume).add(partition.id());
            }
        }
        if (!pause.isEmpty()) {
            consumer.pause(pause);
            paused.addAll(pause);
        }
        if (!resume.isEmpty()) {
            consumer.resume(resume);
            paused.removeAll(resume);
        }
        return soon;
    }

    private void sendCommits() {
        long now = System.nanoTime();
        if (commits.isEmpty() || now - nextCommit < 0) {
            return;
        }
        nextCommit = now + COMMIT_NANOS;
        Map<Partition, Commit> sent = new LinkedHashMap<>();
        for (Partition partition : List.copyOf(commits.keySet())) {
            Commit commit = commits.remove(partition);
            if (commit != null && assigned.get(partition.id()) == partition) {
                sent.put(partition, commit);
            }
        }
        if (sent.isEmpty()) {
            return;
        }
        Map<TopicPartition, Commit> offsets = new HashMap<>();
        sent.forEach((partition, commit) -> offsets.put(partition.id(), commit));
        consumer.commitAsync(
                offsets(offsets),
                (ignored, failure) -> sent.forEach((partition, commit) -> {
                    if (failure != null) {
                        // A later commit has this one's records in it; only if there is none is it sent again.
                        LOG.debug("A commit of {} failed", partition, failure);
                        commits.putIfAbsent(partition, commit);
                    }
                    core.committed(partition, commit, failure == null);
                }));
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<TopicPartition, Commit> commits) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        commits.forEach((id, commit) -> offsets.put(id, new OffsetAndMetadata(commit.offset(), commit.metadata())));
        return offsets;
    }

    /** Commits an offset with the next round; from any thread. */
    void commit(Partition partition, Commit commit) {
        commits.put(partition, commit);
    }

    /** Who we are in the group, as of the last poll; from any thread. */
    ConsumerGroupMetadata membership() {
        return membership;
    }

    /** Ends it; from any thread. */
    void wakeup() {
        stopping = true;
        consumer.wakeup();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        membership = consumer.groupMetadata();
        for (TopicPartition id : partitions) {
            assigned.put(id, core.assigned(id));
        }
        consumer.pause(partitions);
        paused.addAll(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        membership = consumer.groupMetadata();
        CompletableFuture<Map<TopicPartition, Commit>> left = new CompletableFuture<>();
        core.revoke(List.copyOf(partitions), drainPatience, left::complete);
        Map<TopicPartition, Commit> commit = await(left);
        forget(partitions);
        if (!commit.isEmpty()) {
            commitNow(commit);
        }
    }

    private void commitNow(Map<TopicPartition, Commit> commit) {
        for (int attempt = 1; attempt <= 2; attempt++) {
            try {
                consumer.commitSync(offsets(commit), COMMIT_PATIENCE);
                return;
            } catch (WakeupException e) {
                // Somebody wants us to end, which is what we do; the commit still has to go out.
                stopping = true;
            } catch (KafkaException e) {
                LOG.warn(
                        "The last commit of {} failed; outputs since the one before may be written again: {}",
                        commit.keySet(),
                        e.toString());
                return;
            }
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        core.lost(List.copyOf(partitions), () -> done.complete(true));
        await(done);
        forget(partitions);
    }

    private void forget(Collection<TopicPartition> partitions) {
        for (TopicPartition id : partitions) {
            Partition partition = assigned.remove(id);
            if (partition != null) {
                commits.remove(partition);
            }
            paused.remove(id);
        }
    }

    private static <T> T await(CompletableFuture<T> answer) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    // Leaving now would leave a transaction behind that still has the partition in it.
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new IllegalStateException(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
