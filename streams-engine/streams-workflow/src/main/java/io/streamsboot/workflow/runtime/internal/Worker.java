package io.streamsboot.workflow.runtime.internal;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.admin.AdminScope;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.WorkflowException;
import io.streamsboot.workflow.journal.JournalPartition;
import io.streamsboot.workflow.run.internal.Probe;
import io.streamsboot.workflow.run.internal.RunSupport;
import io.streamsboot.workflow.runtime.WorkflowState;
import io.streamsboot.workflow.runtime.WorkflowStatus;
import io.streamsboot.workflow.runtime.internal.OffsetLedger.Commit;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A workflow at work in this process: its threads, its clients, and how they are wired. Started once; {@link #status},
 * {@link #pause} and {@link #stop} from any thread.
 */
public final class Worker {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Backoff RECOVERY = new Backoff(Duration.ofMillis(500), 2, Duration.ofSeconds(30), 0.2);
    private static final Duration TOPIC_PATIENCE = Duration.ofSeconds(1);

    /** Others may be about to create a topic when the workflow first asks for it. */
    private static final int TOPIC_WARNING = 15;

    private static final Duration END_PATIENCE = Duration.ofSeconds(5);

    private final WorkflowDefinition definition;
    private final WorkerSettings settings;
    private final ClientConfigs configs;
    private final Counters counters = new Counters();
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread pollThread;
    private final ExecutorService userCode;
    private final ExecutorService helpers;
    private final CoreThread coreThread;
    private final StatusBoard board;
    private volatile @Nullable Poller poller;
    private @Nullable Sender sender;
    private volatile boolean paused;
    private volatile boolean failed;
    private @Nullable Core core;
    private @Nullable Opener opener;
    private long epochs;

    /**
     * A worker that has not begun.
     *
     * @throws WorkflowException if a setting cannot be
     */
    public Worker(WorkflowDefinition definition, WorkerSettings settings) {
        this.definition = definition;
        this.settings = settings;
        this.configs = new ClientConfigs(definition, settings.kafka());
        String name = "workflow-" + definition.id();
        this.pollThread = new Thread(this::work, name + "-poll");
        this.pollThread.setDaemon(true);
        this.userCode = Threads.forUserCode(name);
        this.helpers = Threads.pool(name + "-helper");
        this.board = new StatusBoard(definition, counters);
        this.coreThread = new CoreThread(name + "-core", this::pump, this::look);
    }

    public void start() {
        board.state(WorkflowState.STARTING, null);
        coreThread.start();
        pollThread.start();
    }

    private void work() {
        try (AdminScope scope = AdminScope.open(configs.admin())) {
            Admin client = scope.admin();
            if (awaitCluster(client)) {
                wire(client);
                consume();
            }
        } catch (WorkflowException e) {
            fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            fail(e);
        } finally {
            if (!failed) {
                board.state(WorkflowState.STOPPED, null);
            }
        }
    }

    private void fail(Throwable cause) {
        failed = true;
        LOG.error("Workflow {} has ended: {}", definition.id(), cause.toString(), cause);
        board.state(WorkflowState.FAILED, cause.toString());
    }

    /** Waits for the cluster and the topics; false if somebody wants an end before they are there. */
    private boolean awaitCluster(Admin client) throws InterruptedException {
        StartSequence sequence = new StartSequence(definition, client);
        for (int attempt = 1; stopping.getCount() > 0; attempt++) {
            try {
                sequence.checkTransactions();
                List<String> missing = sequence.missingTopics();
                if (missing.isEmpty()) {
                    return true;
                }
                board.state(WorkflowState.WAITING_FOR_TOPICS, "There is no topic " + String.join(", ", missing));
                if (attempt == 1) {
                    LOG.info("Workflow {} waits for topics that do not exist yet: {}", definition.id(), missing);
                } else if (attempt == TOPIC_WARNING) {
                    LOG.warn("Workflow {} still waits for topics that do not exist: {}", definition.id(), missing);
                }
                stopping.await(TOPIC_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                LOG.warn("Workflow {} cannot look at the cluster yet: {}", definition.id(), e.toString());
                board.state(WorkflowState.STARTING, e.toString());
                stopping.await(RECOVERY.delay(Math.min(attempt, 10)).toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return false;
    }

    private void wire(Admin client) {
        Wiring actions = new Wiring();
        TopicBook topics = new TopicBook(client, () -> coreThread.submit(() -> {}), coreThread::after);
        topics.facts(definition.from());
        topics.facts(definition.dlqTopic());
        HoldLog holds = new HoldLog(definition.id(), System::nanoTime);
        LetterDesk letters = new LetterDesk(definition, topics, settings.clock());
        Verdicts verdicts = new Verdicts(definition, letters, topics, counters, holds, System::nanoTime);
        Core made = new Core(definition, actions, verdicts, new WindowBuilder(topics, verdicts), counters, holds);
        Opener opens = new Opener(definition, client, settings.journal(), helpers, coreThread);
        Sender sends = new Sender(
                definition.id(),
                configs.isExactlyOnce(),
                () -> new KafkaProducer<>(configs.producer()),
                this::membership,
                opens::committed,
                (window, result) -> coreThread.submit(() -> made.windowEnded(window, result)),
                settings.hooks());
        RunSupport support = new RunSupport(
                settings.codec(),
                userCode,
                settings.clock(),
                () -> ThreadLocalRandom.current().nextLong(),
                settings.hooks(),
                settings.unreachable());
        actions.bind(made, support, sends);
        board.bind(holds);
        sender = sends;
        opener = opens;
        coreThread.submit(() -> core = made);
        sends.start();
    }

    private void pump() {
        Core present = core;
        if (present != null) {
            present.pump();
        }
    }

    private void look() {
        Core present = core;
        if (present != null) {
            present.look();
        }
        board.publish(present);
    }

    private ConsumerGroupMetadata membership() {
        Poller present = poller;
        if (present == null) {
            throw new IllegalStateException("there is no consumer yet");
        }
        return present.membership();
    }

    private void consume() throws InterruptedException {
        Poller.CoreLink link = new Link();
        for (int attempt = 1; stopping.getCount() > 0; attempt++) {
            try {
                Poller next = new Poller(
                        new KafkaConsumer<>(configs.consumer()),
                        definition.options().concurrency(),
                        configs.maxPollRecords(),
                        settings.drainPatience(),
                        link);
                poller = next;
                board.state(paused ? WorkflowState.PAUSED : WorkflowState.RUNNING, null);
                if (stopping.getCount() > 0) {
                    next.run(definition.from());
                }
            } catch (KafkaException | IllegalStateException e) {
                LOG.warn("Workflow {}: its consumer failed and is replaced", definition.id(), e);
                board.state(WorkflowState.RECOVERING, e.toString());
                stopping.await(RECOVERY.delay(Math.min(attempt, 10)).toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Takes no more records until {@link #resume}; what has come is finished. */
    public void pause() {
        paused = true;
        board.paused(true);
    }

    public void resume() {
        paused = false;
        board.paused(false);
    }

    public WorkflowStatus status() {
        return board.status();
    }

    /**
     * Ends it: what runs may end, what is finished is committed, all within the patience for giving partitions up.
     *
     * @return whether all its threads have ended
     */
    public boolean stop() throws InterruptedException {
        end();
        boolean ended = true;
        if (pollThread.getState() != Thread.State.NEW) {
            pollThread.join(
                    settings.drainPatience().plus(END_PATIENCE.multipliedBy(4)).toMillis());
            ended = !pollThread.isAlive();
        }
        Sender sends = sender;
        if (sends != null) {
            ended &= sends.stop(END_PATIENCE);
        }
        coreThread.end();
        ended &= coreThread.join(END_PATIENCE);
        userCode.shutdownNow();
        helpers.shutdownNow();
        return ended;
    }

    private void end() {
        stopping.countDown();
        Poller present = poller;
        if (present != null) {
            present.wakeup();
        } else {
            // It may be waiting for a cluster that is not there.
            pollThread.interrupt();
        }
    }

    /** What the poll thread says, to the core. */
    private final class Link implements Poller.CoreLink, Opener.Opened {

        private Core core() {
            Core present = core;
            if (present == null) {
                throw new IllegalStateException("the core is not there yet");
            }
            return present;
        }

        @Override
        public Partition assigned(TopicPartition id) {
            Partition partition = new Partition(id, epochs++);
            coreThread.submit(() -> core().assigned(partition));
            Opener opens = opener;
            if (opens != null) {
                opens.open(partition, this);
            }
            return partition;
        }

        @Override
        public void opened(
                Partition partition, long committed, FinishedMap finished, @Nullable JournalPartition journal) {
            core().opened(partition, committed, finished, journal);
        }

        @Override
        public void refused(WorkflowException cause) {
            if (!failed) {
                fail(cause);
                end();
            }
        }

        @Override
        public void polled(Partition partition, List<ConsumerRecord<byte[], byte[]>> records, long position) {
            if (!records.isEmpty()) {
                settings.hooks().probe().at(Probe.Point.POLLED, partition.id().toString());
            }
            partition.onTheWay.incrementAndGet();
            coreThread.submit(() -> {
                partition.onTheWay.decrementAndGet();
                core().polled(partition, records, position);
            });
        }

        @Override
        public void committed(Partition partition, Commit commit, boolean done) {
            if (done) {
                settings.hooks()
                        .probe()
                        .at(Probe.Point.COMMITTED, partition.id().toString());
            }
            coreThread.submit(() -> core().committed(partition, commit, done));
        }

        @Override
        public void revoke(
                Collection<TopicPartition> ids, Duration patience, Consumer<Map<TopicPartition, Commit>> done) {
            coreThread.submit(() -> core().revoke(ids, patience, done));
        }

        @Override
        public void lost(Collection<TopicPartition> ids, Runnable done) {
            coreThread.submit(() -> core().lost(ids, done));
        }

        @Override
        public boolean isPaused() {
            return paused;
        }
    }

    /** What the core asks for. */
    private final class Wiring extends RunStarter {

        private @Nullable Sender sends;

        private Wiring() {
            super(definition, coreThread, userCode);
        }

        void bind(Core to, RunSupport runs, Sender windows) {
            bind(to, runs);
            this.sends = windows;
        }

        @Override
        public void send(Window window) {
            Sender to = sends;
            if (to != null) {
                to.send(window);
            }
        }

        @Override
        public void commit(Partition partition, Commit commit) {
            Poller present = poller;
            if (present != null) {
                present.commit(partition, commit);
            }
        }

        @Override
        public void release(Partition partition) {
            var journal = partition.journal;
            if (journal != null) {
                partition.journal = null;
                helpers.execute(journal::close);
            }
        }

        @Override
        public void stop(Work work, Throwable cause) {
            LOG.error("Workflow {} stops because of the record {}", definition.id(), work);
            fail(cause);
            end();
        }
    }
}
