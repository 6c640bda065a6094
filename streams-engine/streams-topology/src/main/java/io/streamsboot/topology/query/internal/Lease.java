package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Metric;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.ThreadMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Knows how long this instance may believe that it owns its partitions. A process that stood still, or whose threads did
 * not poll for the length of a session, still takes itself for the owner of what others have taken over.
 */
final class Lease {

    private static final long DEFAULT_SESSION_MILLIS = 45_000;

    /** A session ends this much earlier than its timeout, since the last heartbeat was sent some time before. */
    private static final double SAFE_PART = 0.6;

    private static final Set<String> SIGNS_OF_LIFE =
            Set.of("consumer-metrics/last-poll-seconds-ago", "consumer-coordinator-metrics/last-heartbeat-seconds-ago");

    private final ManagedTopology topology;
    private final long sessionNanos;
    private final Membership membership;
    private final Executor background;
    private final LongSupplier clock;
    private final AtomicLong lastSeen;
    private final AtomicReference<@Nullable Pause> pause = new AtomicReference<>();
    private final AtomicBoolean proving = new AtomicBoolean();
    private volatile @Nullable Signs signs;

    Lease(ManagedTopology topology, Membership membership, Executor background) {
        this(topology, membership, background, System::nanoTime);
    }

    Lease(ManagedTopology topology, Membership membership, Executor background, LongSupplier clock) {
        this.topology = topology;
        this.membership = membership;
        this.background = background;
        this.clock = clock;
        this.lastSeen = new AtomicLong(clock.getAsLong());
        this.sessionNanos = Duration.ofMillis(sessionMillis(topology)).toNanos();
    }

    private static long sessionMillis(ManagedTopology topology) {
        Object group = topology.options().groupConfig().get("streams." + ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG);
        Map<String, Object> config = topology.options().config();
        for (Object value : new Object[] {
            group,
            config.get(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)),
            config.get(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)),
            config.get(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)
        }) {
            if (value != null) {
                return Long.parseLong(value.toString());
            }
        }
        return DEFAULT_SESSION_MILLIS;
    }

    /** To be called many times in the length of a session. */
    void tick() {
        seen();
        KafkaStreams streams = topology.kafkaStreams();
        if (streams == null) {
            signs = null;
            return;
        }
        long generation = topology.status().generation();
        Set<String> consumers = consumers(streams);
        Signs known = signs;
        if (known == null
                || known.generation != generation
                || !known.consumers.equals(consumers)
                || known.metrics.size() < consumers.size()) {
            signs = new Signs(generation, consumers, signs(streams, consumers));
        }
        proveIfDue(consumers);
    }

    /** A session from before a pause has ended by now, unless it was renewed after the pause: so ask whether it has. */
    void proveIfDue(Set<String> consumers) {
        Pause open = pause.get();
        if (open != null && clock.getAsLong() - open.endedNanos > sessionNanos && proving.compareAndSet(false, true)) {
            background.execute(() -> prove(open, consumers));
        }
    }

    private static Set<String> consumers(KafkaStreams streams) {
        return streams.metadataForLocalThreads().stream()
                .map(ThreadMetadata::consumerClientId)
                .collect(Collectors.toSet());
    }

    void forget() {
        signs = null;
    }

    private static List<Metric> signs(KafkaStreams streams, Set<String> consumers) {
        return streams.metrics().entrySet().stream()
                .filter(metric -> SIGNS_OF_LIFE.contains(
                                metric.getKey().group() + "/" + metric.getKey().name())
                        && consumers.contains(metric.getKey().tags().get("client-id")))
                .<Metric>map(Map.Entry::getValue)
                .toList();
    }

    /** Whoever runs first after a pause finds it, and all others find it or what that one has left. */
    private void seen() {
        long now = clock.getAsLong();
        if (now - lastSeen.get() > sessionNanos * SAFE_PART) {
            pause.set(new Pause(now));
        }
        lastSeen.accumulateAndGet(now, Math::max);
    }

    /**
     * Ends a pause if the cluster still counts all consumers of this instance as members. That was either so all the time,
     * and nobody has taken over; or they have joined anew, and gave up what they had before they did.
     */
    private void prove(Pause open, Set<String> consumers) {
        try {
            if (consumers.isEmpty() || membership.clientIds().containsAll(consumers)) {
                pause.compareAndSet(open, null);
            }
        } finally {
            proving.set(false);
        }
    }

    /** Refuses to answer while somebody else may own the partitions of this instance. */
    void check() {
        seen();
        if (pause.get() != null) {
            throw Unanswered.notReady(
                    Reason.PAUSED, "this instance stood still, and others may have taken over its partitions");
        }
        Signs current = signs;
        if (current != null) {
            for (Metric metric : current.metrics) {
                // Whole seconds, rounded down.
                if (metric.metricValue() instanceof Number seconds && seconds.doubleValue() * 1e9 >= sessionNanos) {
                    throw Unanswered.notReady(
                            Reason.PAUSED,
                            "a stream thread last polled or sent a heartbeat " + seconds.longValue()
                                    + " s ago, and others may have taken over its partitions");
                }
            }
        }
    }

    private record Pause(long endedNanos) {}

    private record Signs(long generation, Set<String> consumers, List<Metric> metrics) {}
}
