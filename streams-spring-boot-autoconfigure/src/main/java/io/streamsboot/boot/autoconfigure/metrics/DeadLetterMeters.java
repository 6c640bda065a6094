package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterSummary;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.deadletter.DeadLetterCounts.Kind;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.context.event.EventListener;

/** Counts dead letters. Its meters live as long as the application: a count must not fall with a restart. Thread-safe. */
final class DeadLetterMeters implements TopologyListener {

    private final MeterRegistry registry;
    private final Supplier<@Nullable DeadLetters> letters;
    private final Clock clock;
    private final Set<String> watched = ConcurrentHashMap.newKeySet();

    DeadLetterMeters(MeterRegistry registry, Supplier<@Nullable DeadLetters> letters, Clock clock) {
        this.registry = registry;
        this.letters = letters;
        this.clock = clock;
    }

    @Override
    public void onClientCreated(ManagedTopology topology, long generation, KafkaStreams streams) {
        topology.deadLetters().topics().forEach(this::watch);
    }

    @Override
    public void onNewFailure(ManagedTopology topology, Stage stage, String exception) {
        count(DeadLetterMeter.DEAD_LETTERS, topology, stage, exception, Kind::deadLetters);
        count(DeadLetterMeter.SKIPPED, topology, stage, exception, Kind::skipped);
        count(DeadLetterMeter.FAILED, topology, stage, exception, Kind::failed);
        topology.deadLetters().topics().forEach(this::watch);
    }

    private void count(
            DeadLetterMeter meter,
            ManagedTopology topology,
            Stage stage,
            String exception,
            ToLongFunction<Kind> count) {
        FunctionCounter.builder(
                        meter.key(),
                        topology,
                        counted -> counted.deadLetters().kinds().stream()
                                .filter(kind -> kind.stage() == stage
                                        && kind.exception().equals(exception))
                                .mapToLong(count)
                                .sum())
                .tag(TopologyTag.TOPOLOGY.key(), topology.name())
                .tag(DeadLetterMeter.STAGE, stage.text())
                .tag(DeadLetterMeter.EXCEPTION, exception)
                .register(registry);
    }

    /** Topologies may share a topic, and come again; the registry warns of a second gauge. */
    private void watch(String topic) {
        if (!watched.add(topic)) {
            return;
        }
        Gauge.builder(DeadLetterMeter.OPEN.key(), () -> open(summary(topic)))
                .tag(DeadLetterMeter.TOPIC, topic)
                .register(registry);
        TimeGauge.builder(DeadLetterMeter.OLDEST_AGE.key(), () -> age(summary(topic)), TimeUnit.MILLISECONDS)
                .tag(DeadLetterMeter.TOPIC, topic)
                .register(registry);
    }

    private @Nullable DeadLetterSummary summary(String topic) {
        DeadLetters counted = letters.get();
        return counted == null
                ? null
                : counted.summaries().stream()
                        .filter(summary -> summary.topic().equals(topic))
                        .findFirst()
                        .orElse(null);
    }

    private static double open(@Nullable DeadLetterSummary summary) {
        return summary == null ? Double.NaN : summary.open();
    }

    private double age(@Nullable DeadLetterSummary summary) {
        if (summary == null) {
            return Double.NaN;
        }
        Instant oldest = summary.ages().oldest();
        return oldest == null
                ? 0
                : Math.max(0, Duration.between(oldest, clock.instant()).toMillis());
    }

    @EventListener
    void onEnd(DeadLetterProgress ended) {
        if (ended.request().pace().dryRun()) {
            return;
        }
        requested(ended, "done", ended.counts().done() - ended.earlier().done());
        requested(
                ended,
                "duplicate",
                ended.counts().duplicates() - ended.earlier().duplicates());
        requested(ended, "failed", ended.counts().failed() - ended.earlier().failed());
    }

    private void requested(DeadLetterProgress ended, String result, long count) {
        Counter.builder(DeadLetterMeter.REQUESTED.key())
                .tag(DeadLetterMeter.TOPIC, ended.request().topic())
                .tag(DeadLetterMeter.ACTION, ended.request().action().text())
                .tag(DeadLetterMeter.RESULT, result)
                .register(registry)
                .increment(count);
    }
}
