package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.core.failure.Failure;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.Stage;
import java.time.Duration;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Stands around one node of one task: it says which source record is under way, and tries again in place. That is safe
 * while the node has no store and nothing has reached another node or the producer since the record came. Used by the
 * task's stream thread alone.
 */
public final class RecordGuard {

    private final DeadLetterEngine engine;
    private final String node;
    private final boolean entry;
    private final boolean stateless;
    private final ProcessingContext context;
    private @Nullable ThreadState thread;

    private @Nullable String topic;
    private int partition = -1;
    private long keptUntil = -1;

    private long lastFailure = -1;

    private RecordGuard(DeadLetterEngine engine, String node, ProcessingContext context) {
        this.engine = engine;
        this.node = node;
        this.entry = engine.roles().entries().contains(node);
        this.stateless = !engine.roles().stateful().contains(node);
        this.context = context;
    }

    /**
     * A guard, if there is something to guard.
     *
     * @param engine engine of the topology, or null
     * @param node name of the node
     * @param context its context
     * @return a new guard, or null
     */
    public static @Nullable RecordGuard of(@Nullable DeadLetterEngine engine, String node, ProcessingContext context) {
        return engine != null && engine.options().enabled() && engine.roles().wrapped()
                ? new RecordGuard(engine, node, context)
                : null;
    }

    /**
     * A record came.
     *
     * @return a mark of the present moment
     */
    public long enter() {
        ThreadState state = thread;
        if (state == null || state.thread != Thread.currentThread()) {
            state = engine.thread();
            thread = state;
        }
        if (entry) {
            follow(state);
        }
        return ++state.activity;
    }

    private void follow(ThreadState state) {
        RecordMetadata metadata = context.recordMetadata().orElse(null);
        if (metadata == null) {
            state.offset = -1;
            return;
        }
        String from = metadata.topic();
        if (!from.equals(state.topic)) {
            // Not each time: the collector is told of every reference that an old object is given.
            state.topic = from;
        }
        state.partition = metadata.partition();
        state.offset = metadata.offset();
        if (metadata.offset() > keptUntil
                || metadata.partition() != partition
                || !metadata.topic().equals(topic)) {
            topic = metadata.topic();
            partition = metadata.partition();
            keptUntil = engine.sources().advance(metadata.topic(), metadata.partition(), metadata.offset());
        }
    }

    /** The record was processed. */
    public void leave() {
        ThreadState state = thread;
        if (entry && state != null) {
            state.offset = -1;
        }
    }

    /**
     * The node failed. Tries again if a rule says so and it is safe.
     *
     * @param failure what was thrown
     * @param mark what {@link #enter} returned
     * @param records how many records the node has seen
     * @param again processes the record once more
     * @return what is to be thrown in the end, or null if a try succeeded
     */
    public @Nullable Throwable failed(Throwable failure, long mark, long records, Runnable again) {
        ThreadState state = thread;
        if (state == null || failure instanceof Error || !engine.handlesProcessing()) {
            return failure;
        }
        Throwable last = failure;
        if (stateless && state.activity == mark) {
            last = retry(state, failure, mark, again);
            if (last == null) {
                leave();
                return null;
            }
        }
        if (state.activity == mark || last instanceof ClassCastException) {
            state.inARow = lastFailure < 0 || records == lastFailure + 1;
            lastFailure = records;
        }
        return last instanceof ClassCastException ? mismatch(state, last) : last;
    }

    private @Nullable Throwable retry(ThreadState state, Throwable failure, long mark, Runnable again) {
        Throwable last = failure;
        for (int attempt = 1; ; attempt++) {
            FailureAction action =
                    engine.classify(new Failure(Stage.PROCESS, engine.topology(), node, topicOf(state), last));
            if (!(action instanceof FailureAction.Retry retry)) {
                return last;
            }
            if (attempt > retry.attempts()) {
                state.exhausted = last;
                return last;
            }
            Duration delay = retry.backoff().delay(attempt);
            long budget = engine.wiring().retryBudgetNanos() - state.retryNanos;
            if (delay.toNanos() > budget) {
                return last;
            }
            long begin = System.nanoTime();
            if (engine.pause(delay)) {
                return last;
            }
            engine.tally().retried();
            try {
                again.run();
                engine.tally().recovered();
                return null;
            } catch (RuntimeException e) {
                last = e;
            } catch (Error e) {
                return e;
            } finally {
                state.retryNanos += System.nanoTime() - begin;
            }
            if (state.activity != mark) {
                return last;
            }
        }
    }

    private static @Nullable String topicOf(ThreadState state) {
        return state.offset < 0 ? null : state.topic;
    }

    /** Kafka takes a failed cast for a mistake in the topology and asks no handler about it at this node. */
    private Throwable mismatch(ThreadState state, Throwable cast) {
        StreamsException asked = new StreamsException(
                "Node '" + node + "' got a key or value of a type that it does not take, or casts in vain: "
                        + cast.getMessage(),
                cast);
        if (state.exhausted != null) {
            state.exhausted = asked;
        }
        return asked;
    }

    /** The task ends, or moves away. */
    public void close() {
        if (entry && topic != null) {
            engine.sources().forget(topic, partition);
        }
    }
}
