package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.Backoff;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.WorkflowException;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.journal.JournalScope;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes assigned partitions ready, off the poll thread: looks their commits up, and takes over their journals. */
final class Opener {

    private static final Logger LOG = LoggerFactory.getLogger(Opener.class);
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0);
    private static final long PATIENCE_SECONDS = 15;

    private final WorkflowDefinition definition;
    private final Admin admin;
    private final @Nullable Journal journal;
    private final ExecutorService executor;
    private final CoreThread thread;

    /** Gets what was opened, on the core thread. */
    interface Opened {
        void opened(Partition partition, long committed, FinishedMap finished, @Nullable JournalPartition journal);

        /** It cannot be opened, and never will. */
        void refused(WorkflowException cause);
    }

    Opener(
            WorkflowDefinition definition,
            Admin admin,
            @Nullable Journal journal,
            ExecutorService executor,
            CoreThread thread) {
        this.definition = definition;
        this.admin = admin;
        this.journal = journal;
        this.executor = executor;
        this.thread = thread;
    }

    void open(Partition partition, Opened opened) {
        executor.execute(() -> open(partition, opened, 1));
    }

    private void open(Partition partition, Opened opened, int attempt) {
        if (partition.dropped) {
            return;
        }
        try {
            JournalPartition taken = journal == null
                    ? null
                    : journal.open(new JournalScope(
                            definition.id(),
                            definition.group(),
                            partition.id(),
                            definition.options().idempotencyWindow()));
            OffsetAndMetadata found = committed(Set.of(partition.id())).get(partition.id());
            long committed = found == null ? -1 : found.offset();
            FinishedMap finished = FinishedMap.decode(committed, found == null ? null : found.metadata());
            thread.submit(() -> opened.opened(partition, committed, finished, taken));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (WorkflowException e) {
            thread.submit(() -> opened.refused(e));
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.warn(
                    "Workflow {}: partition {} cannot be opened yet, attempt {}: {}",
                    definition.id(),
                    partition,
                    attempt,
                    e.toString());
            thread.after(PAUSES.delay(attempt), () -> executor.execute(() -> open(partition, opened, attempt + 1)));
        }
    }

    /** What is committed, all pending transactions ended. */
    Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions)
            throws ExecutionException, InterruptedException, TimeoutException {
        return admin.listConsumerGroupOffsets(
                        Map.of(definition.group(), new ListConsumerGroupOffsetsSpec().topicPartitions(partitions)),
                        new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata(definition.group())
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
