package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.workflow.observe.WorkflowObserver;
import io.streamsboot.workflow.run.internal.Hooks;
import io.streamsboot.workflow.run.internal.Output;
import io.streamsboot.workflow.run.internal.Probe;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Produces windows, with exactly-once in a transaction together with their offsets. Has one thread, to which the producer
 * belongs. Transactions are open only here and never around user code.
 */
final class Sender implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int COMMIT_TRIES = 6;

    private final String workflow;
    private final boolean transactional;
    private final Supplier<Producer<byte[], byte[]>> producers;
    private final Supplier<ConsumerGroupMetadata> membership;
    private final CommittedOffsets committedOffsets;
    private final BiConsumer<Window, Window.Result> answers;
    private final Probe probe;
    private final WorkflowObserver observer;
    private final BlockingQueue<Window> queue = new ArrayBlockingQueue<>(4);
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable Producer<byte[], byte[]> producer;

    /** Answers what is committed. */
    interface CommittedOffsets {

        /** What is committed now, all pending transactions ended; blocks. */
        Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions)
                throws ExecutionException, InterruptedException, java.util.concurrent.TimeoutException;
    }

    Sender(
            String workflow,
            boolean transactional,
            Supplier<Producer<byte[], byte[]>> producers,
            Supplier<ConsumerGroupMetadata> membership,
            CommittedOffsets committedOffsets,
            BiConsumer<Window, Window.Result> answers,
            Hooks hooks) {
        this.workflow = workflow;
        this.transactional = transactional;
        this.producers = producers;
        this.membership = membership;
        this.committedOffsets = committedOffsets;
        this.answers = answers;
        this.probe = hooks.probe();
        this.observer = hooks.observer();
        this.thread = new Thread(this, "workflow-" + workflow + "-sender");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void send(Window window) {
        queue.add(window);
    }

    @Override
    public void run() {
        while (stopping.getCount() > 0) {
            try {
                Window window = queue.poll(200, TimeUnit.MILLISECONDS);
                if (window != null) {
                    answers.accept(window, observed(window));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        discard(Duration.ofSeconds(5));
    }

    private Window.Result observed(Window window) throws InterruptedException {
        try (WorkflowObserver.Observed observed =
                observer.commit(workflow, window.works().size())) {
            Window.Result result = deliver(window);
            if (result instanceof Window.Again again) {
                observed.failed(again.cause());
            }
            return result;
        }
    }

    private Window.Result deliver(Window window) throws InterruptedException {
        try {
            Producer<byte[], byte[]> ready = ready();
            return transactional ? inTransaction(ready, window) : plainly(ready, window);
        } catch (KafkaException | IllegalStateException e) {
            // Before the end of a transaction was asked for, nothing of it can have been committed.
            LOG.warn(
                    "Workflow {}: a window of {} runs was not sent and is sent again: {}",
                    workflow,
                    window.works().size(),
                    e.toString());
            discard(Duration.ZERO);
            return new Window.Again(e);
        }
    }

    private Producer<byte[], byte[]> ready() {
        Producer<byte[], byte[]> ready = producer;
        if (ready == null) {
            ready = producers.get();
            producer = ready;
            if (transactional) {
                ready.initTransactions();
            }
        }
        return ready;
    }

    private Window.Result plainly(Producer<byte[], byte[]> ready, Window window) throws InterruptedException {
        Window.Refused refused = send(ready, window);
        probe.at(Probe.Point.PRODUCED, workflow);
        return refused.causes().isEmpty() && refused.unsent().isEmpty() ? new Window.Sent() : refused;
    }

    private Window.Result inTransaction(Producer<byte[], byte[]> ready, Window window) throws InterruptedException {
        ready.beginTransaction();
        Window.Refused refused = send(ready, window);
        if (!refused.causes().isEmpty()) {
            ready.abortTransaction();
            return refused;
        }
        if (!refused.unsent().isEmpty()) {
            ready.abortTransaction();
            return new Window.Again(new KafkaException("some outputs were not acknowledged"));
        }
        probe.at(Probe.Point.PRODUCED, workflow);
        if (!window.isWanted()) {
            ready.abortTransaction();
            return new Window.Again(new KafkaException("a partition was lost"));
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        window.commits()
                .forEach((partition, commit) ->
                        offsets.put(partition.id(), new OffsetAndMetadata(commit.offset(), commit.metadata())));
        try {
            ready.sendOffsetsToTransaction(offsets, membership.get());
        } catch (org.apache.kafka.clients.consumer.CommitFailedException e) {
            // The generation is an old one: the results are kept and sent again with the new one, if we are still in
            // it.
            ready.abortTransaction();
            return new Window.Again(e);
        }
        probe.at(Probe.Point.OFFSETS_SENT, workflow);
        return commit(ready, window);
    }

    private Window.Result commit(Producer<byte[], byte[]> ready, Window window) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                ready.commitTransaction();
                probe.at(Probe.Point.COMMITTED, workflow);
                return new Window.Sent();
            } catch (TimeoutException | InterruptException e) {
                // Whether it went through is not known; asking again for the same end is safe.
                if (attempt < COMMIT_TRIES && stopping.getCount() > 0) {
                    continue;
                }
                return findOut(window, e);
            } catch (KafkaException e) {
                return findOut(window, e);
            }
        }
    }

    /** A new producer with the same id ends the transaction, one way or the other; then the committed offsets tell which. */
    private Window.Result findOut(Window window, KafkaException cause) throws InterruptedException {
        LOG.warn("Workflow {}: the end of a transaction is not known; looking it up: {}", workflow, cause.toString());
        while (stopping.getCount() > 0) {
            try {
                discard(Duration.ZERO);
                ready();
                return isCommitted(window) ? new Window.Sent() : new Window.Again(cause);
            } catch (KafkaException | ExecutionException | java.util.concurrent.TimeoutException e) {
                LOG.warn("Workflow {}: not yet known: {}", workflow, e.toString());
                stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return new Window.Again(cause);
    }

    private boolean isCommitted(Window window)
            throws ExecutionException, InterruptedException, java.util.concurrent.TimeoutException {
        Map<TopicPartition, Commit> sent = new HashMap<>();
        window.commits().forEach((partition, commit) -> sent.put(partition.id(), commit));
        Map<TopicPartition, OffsetAndMetadata> there = committedOffsets.committed(sent.keySet());
        return sent.entrySet().stream().allMatch(entry -> {
            OffsetAndMetadata found = there.get(entry.getKey());
            return found != null
                    && found.offset() == entry.getValue().offset()
                    && found.metadata().equals(entry.getValue().metadata());
        });
    }

    private Window.Refused send(Producer<byte[], byte[]> ready, Window window) throws InterruptedException {
        Sending sending = new Sending(workflow);
        for (Work work : window.works()) {
            for (Output output : work.outputs) {
                sending.send(ready, work, output);
            }
        }
        ready.flush();
        return sending.result();
    }

    private void discard(Duration patience) {
        Producer<byte[], byte[]> old = producer;
        producer = null;
        if (old != null) {
            try {
                old.close(patience);
            } catch (KafkaException e) {
                LOG.debug("Workflow {}: closing a producer failed", workflow, e);
            }
        }
    }

    /** Ends it; what is being sent is sent first, if that does not take too long. */
    boolean stop(Duration patience) throws InterruptedException {
        stopping.countDown();
        thread.join(Math.max(1, patience.toMillis()));
        if (thread.isAlive()) {
            thread.interrupt();
        }
        return !thread.isAlive();
    }
}
