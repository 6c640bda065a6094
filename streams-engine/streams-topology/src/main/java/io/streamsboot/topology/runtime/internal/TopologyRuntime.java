package io.streamsboot.topology.runtime.internal;

import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.SourceSerdes;
import io.streamsboot.topology.graph.TopologyGraph;
import io.streamsboot.topology.runtime.KafkaStreamsCustomizer;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.RestartPolicy;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyListener;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologyProgress;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of one topology. Everything that changes it runs on one lifecycle thread, one step at a time: commands of
 * users, and what the present generation's threads report. Kafka's client is made and started by a thread of its own and
 * closed by the lifecycle thread, never by a stream thread. What others read is in one volatile status.
 */
public final class TopologyRuntime implements ManagedTopology, StartSequence.Observer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TopologyRuntime.class);

    /** How long a failed stream thread waits for its client to begin closing before it goes on to its own end. */
    private static final long CLOSE_BEGIN_MILLIS = 5_000;

    private final BuiltTopology built;
    private final List<KafkaStreamsCustomizer> customizers;
    private final StatusBoard board;
    private final LifecycleThread lifecycle;
    private volatile @Nullable Generation current;

    /** Counts every wish to start or stop, so that a restart that was planned before does not happen after. */
    private long intent;

    TopologyRuntime(
            BuiltTopology built,
            List<KafkaStreamsCustomizer> customizers,
            List<TopologyListener> listeners,
            Clock clock) {
        this.built = built;
        this.customizers = List.copyOf(customizers);
        this.board = new StatusBoard(built.spec().name(), built.spec().options().applicationId(), listeners, clock);
        this.lifecycle = new LifecycleThread("streams-" + built.spec().name());
        built.engine()
                .onNewKind((stage, exception) ->
                        lifecycle.execute(() -> board.tell(listener -> listener.onNewFailure(this, stage, exception))));
    }

    @Override
    public String name() {
        return built.spec().name();
    }

    @Override
    public TopologyOptions options() {
        return built.spec().options();
    }

    @Override
    public TopologyGraph graph() {
        return built.graph();
    }

    @Override
    public List<String> limitations() {
        return built.limitations();
    }

    @Override
    public List<StoreSerdes> storeSerdes() {
        return built.serdes();
    }

    @Override
    public TopologyStatus status() {
        return board.status();
    }

    @Override
    public @Nullable KafkaStreams kafkaStreams() {
        Generation generation = current;
        return generation == null ? null : generation.streams();
    }

    @Override
    public TopologyProgress progress() {
        Generation generation = current;
        KafkaStreams streams = generation == null ? null : generation.streams();
        return new TopologyProgress(
                generation == null || streams == null
                        ? List.of()
                        : ProgressReader.threads(streams, generation.baseline()),
                generation == null ? List.of() : generation.restores().progress(),
                built.counted() ? built.counters().of(built.spec().options().applicationId()) : Map.of());
    }

    @Override
    public DeadLetterCounts deadLetters() {
        return built.engine().counts();
    }

    @Override
    public SourceSerdes serdes(String topic) {
        return built.engine().serdes(topic);
    }

    @Override
    public void start() {
        lifecycle.execute(() -> {
            if (!board.status().state().isActive()) {
                intent++;
                board.set(next -> next.failures(0).nextStart(null));
                begin();
            }
        });
    }

    @Override
    public boolean stop(Duration timeout) {
        refuseOwnThreads();
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        if (!lifecycle.execute(() -> done.complete(end()))) {
            return true;
        }
        try {
            return done.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("topology '" + name() + "' could not be stopped", e.getCause());
        }
    }

    /** Ends the lifecycle thread; the topology must have been stopped. */
    @Override
    public void close() {
        lifecycle.end();
    }

    // ---- commands, on the lifecycle thread ----

    private void begin() {
        Generation generation = new Generation(board.status().generation() + 1, this::restoreChanged);
        current = generation;
        board.set(
                TopologyState.STARTING,
                next -> next.generation(generation.number()).nextStart(null).missingTopics(List.of()));
        Thread starter = new Thread(
                () -> new StartSequence(built, generation, customizers, this).run(), "streams-" + name() + "-start");
        starter.setDaemon(true);
        generation.startBy(starter);
    }

    private boolean end() {
        TopologyState state = board.status().state();
        if (state == TopologyState.CREATED || state == TopologyState.STOPPED) {
            return true;
        }
        intent++;
        board.set(TopologyState.STOPPING, next -> next.nextStart(null).missingTopics(List.of()));
        boolean closed = closeCurrent(options().leaveGroupOnClose());
        board.set(TopologyState.STOPPED);
        return closed;
    }

    private void die(Generation generation, Throwable failure) {
        if (generation != current) {
            return;
        }
        RestartPolicy policy = options().restart();
        int failures = board.status().failures() + 1;
        TopologyFailure described = TopologyFailure.of(failure, board.now(), generation.number());
        board.set(next -> next.failure(described).failures(failures));
        closeCurrent(true);
        if (failures > policy.attempts()) {
            LOG.error(
                    "Topology '{}' is quarantined after {} failures in a row: {}{}",
                    name(),
                    failures,
                    described.message(),
                    described.action() == null ? "" : " " + described.action(),
                    failure);
            board.set(TopologyState.QUARANTINED, next -> next.missingTopics(List.of()));
            return;
        }
        Duration delay = policy.backoff().delay(failures);
        LOG.warn(
                "Topology '{}' failed ({} of {} failures before quarantine), starts again in {} ms: {}{}",
                name(),
                failures,
                policy.attempts(),
                delay.toMillis(),
                described.message(),
                described.action() == null ? "" : " " + described.action());
        board.set(
                TopologyState.RESTARTING,
                next -> next.nextStart(board.now().plus(delay)).missingTopics(List.of()));
        later(delay, this::begin);
    }

    private boolean closeCurrent(boolean leaveGroup) {
        Generation generation = current;
        if (generation == null) {
            return true;
        }
        long deadline = System.nanoTime() + options().closeTimeout().toNanos();
        boolean closed = false;
        built.engine().closing();
        try {
            closed = generation.cancel(options().closeTimeout().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        KafkaStreams streams = generation.streams();
        if (streams != null) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            closed &= streams.close(CloseOptions.timeout(left)
                    .withGroupMembershipOperation(
                            leaveGroup
                                    ? GroupMembershipOperation.LEAVE_GROUP
                                    : GroupMembershipOperation.REMAIN_IN_GROUP));
            board.tell(listener -> listener.onClientClosed(this, generation.number(), streams));
        }
        built.engine().close();
        current = null;
        if (!closed) {
            LOG.warn(
                    "Topology '{}' did not close within {}: one of its threads is busy in user code or waits for the"
                            + " broker",
                    name(),
                    options().closeTimeout());
        }
        return closed;
    }

    private void follow(Generation generation, KafkaStreams.State state) {
        if (generation != current) {
            return;
        }
        switch (state) {
            case REBALANCING ->
                board.set(generation.restores().isRestoring() ? TopologyState.RESTORING : TopologyState.REBALANCING);
            case RUNNING -> {
                board.set(TopologyState.RUNNING);
                generation.askOffsets(name(), options());
                forgetFailuresLater(generation);
            }
            case PENDING_ERROR, ERROR, NOT_RUNNING ->
                die(
                        generation,
                        new IllegalStateException("its Kafka Streams client went to " + state
                                + " without being told to, as when another instance shuts the application down"));
            case CREATED, PENDING_SHUTDOWN -> {}
        }
    }

    private void forgetFailuresLater(Generation generation) {
        if (board.status().failures() > 0) {
            later(options().restart().resetAfter(), () -> {
                if (generation == current && board.status().state() == TopologyState.RUNNING) {
                    board.set(TopologyState.RUNNING, next -> next.failures(0));
                }
            });
        }
    }

    // ---- reports of other threads ----

    @Override
    public void waitingForTopics(Generation generation, List<String> topics) {
        lifecycle.execute(() -> {
            if (generation == current && !board.status().missingTopics().equals(topics)) {
                LOG.info("Topology '{}' waits for topics that do not exist yet: {}", name(), String.join(", ", topics));
                board.set(TopologyState.WAITING_FOR_TOPICS, next -> next.missingTopics(topics));
            }
        });
    }

    @Override
    public void unreachable(Generation generation, Throwable failure) {
        TopologyFailure described = TopologyFailure.of(failure, board.now(), generation.number());
        lifecycle.execute(() -> {
            if (generation == current) {
                TopologyFailure known = board.status().failure();
                if (known == null || known.generation() != generation.number()) {
                    LOG.warn(
                            "Topology '{}' cannot reach its cluster at {} and keeps trying: {}",
                            name(),
                            options().config().get("bootstrap.servers"),
                            described.message());
                }
                board.set(next -> next.failure(described));
            }
        });
    }

    @Override
    public void checked(Generation generation) {
        lifecycle.execute(() -> {
            if (generation == current && board.status().state() == TopologyState.WAITING_FOR_TOPICS) {
                board.set(TopologyState.STARTING, next -> next.missingTopics(List.of()));
            }
        });
    }

    @Override
    public void created(Generation generation, KafkaStreams streams) {
        streams.setGlobalStateRestoreListener(generation.restores());
        streams.setStateListener((state, before) -> {
            if (state == KafkaStreams.State.PENDING_SHUTDOWN) {
                generation.closeBegan();
            }
            lifecycle.execute(() -> follow(generation, state));
        });
        streams.setUncaughtExceptionHandler(failure -> fail(generation, failure));
        generation.attach(streams);
        board.tell(listener -> listener.onClientCreated(this, generation.number(), streams));
    }

    @Override
    public void failed(Generation generation, Throwable failure) {
        lifecycle.execute(() -> die(generation, failure));
    }

    /**
     * A stream thread failed. Were the client left to shut itself down, its members would stay in the group until their
     * session expires, and the next generation would wait as long for its partitions. So the lifecycle thread closes it
     * and leaves the group; the failed thread waits until that has begun, and then goes on to its own end.
     */
    private StreamThreadExceptionResponse fail(Generation generation, Throwable failure) {
        failed(generation, failure);
        try {
            if (generation == current) {
                generation.awaitCloseBegan(CLOSE_BEGIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private void restoreChanged() {
        lifecycle.execute(() -> {
            Generation generation = current;
            TopologyState state = board.status().state();
            if (generation != null && (state == TopologyState.REBALANCING || state == TopologyState.RESTORING)) {
                board.set(generation.restores().isRestoring() ? TopologyState.RESTORING : TopologyState.REBALANCING);
            }
        });
    }

    // ---- means ----

    private void later(Duration delay, Runnable step) {
        long planned = intent;
        lifecycle.later(delay, () -> {
            if (planned == intent) {
                step.run();
            }
        });
    }

    private void refuseOwnThreads() {
        String thread = Thread.currentThread().getName();
        KafkaStreams streams = kafkaStreams();
        boolean own = lifecycle.isCurrent()
                || (streams != null
                        && streams.metadataForLocalThreads().stream()
                                .anyMatch(metadata -> metadata.threadName().equals(thread)));
        if (own) {
            throw new IllegalStateException("topology '" + name() + "' cannot be stopped by its own thread '" + thread
                    + "', which would wait for itself: hand the call to another thread");
        }
    }
}
