package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyFailure;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches one build: tells its host, and stops it if the host says so or if nothing is left to do. */
final class BuildMonitor {

    private static final Logger LOG = LoggerFactory.getLogger(BuildMonitor.class);

    private final HostedPipeline pipeline;
    private final ManagedTopology topology;
    private final BuildOptions options;
    private final Consumer<ManagedTopology> stopper;

    private @Nullable BuildStatus told;
    private @Nullable Instant lastBeat;
    private boolean unreachable;
    private long lastConsumed = -1;
    private @Nullable Instant idleSince;

    BuildMonitor(
            HostedPipeline pipeline,
            ManagedTopology topology,
            BuildOptions options,
            Consumer<ManagedTopology> stopper) {
        this.pipeline = pipeline;
        this.topology = topology;
        this.options = options;
        this.stopper = stopper;
    }

    HostedPipeline pipeline() {
        return pipeline;
    }

    /** How the build fares. From any thread. */
    BuildRecord record(Instant now) {
        TopologyStatus status = topology.status();
        TopologyFailure failure = status.failure();
        return new BuildRecord(
                pipeline.build(),
                pipeline.name(),
                BuildStatus.of(status.state(), topology.options().autoStartup()),
                counts(),
                new BuildRecord.Progress(watermark(), topology.progress().totalLag()),
                failure == null ? null : failure.message(),
                now);
    }

    private @Nullable Instant watermark() {
        return pipeline.pipeline().counters().values().stream()
                .map(StageCounters::watermark)
                .filter(Objects::nonNull)
                .min(Long::compare)
                .map(Instant::ofEpochMilli)
                .orElse(null);
    }

    private BuildRecord.Counts counts() {
        Pipeline compiled = pipeline.pipeline();
        Map<String, StageCounters> counters = compiled.counters();
        long consumed = 0;
        long emitted = 0;
        long dropped = 0;
        long rescued = 0;
        long late = 0;
        for (Stage stage : compiled.definition().stages()) {
            StageCounters stageCounters = Objects.requireNonNull(counters.get(stage.output()));
            consumed += stageCounters.consumed();
            dropped += stageCounters.dropped();
            rescued += stageCounters.rescued();
            late += stageCounters.lateRows();
            if (compiled.definition().dataset(stage.output()).topic() != null) {
                emitted += stageCounters.emitted();
            }
            for (String input : stage.inputs()) {
                StageCounters before = counters.get(input);
                // What comes from another stage was consumed from a topic there.
                consumed -= before == null ? 0 : before.emitted();
            }
        }
        long deadLetters = topology.deadLetters().kinds().stream()
                .mapToLong(DeadLetterCounts.Kind::deadLetters)
                .sum();
        return new BuildRecord.Counts(Math.max(0, consumed), emitted, dropped, rescued, late, deadLetters);
    }

    /** Looks after the build. One call at a time. */
    void tick(Instant now) {
        BuildRecord record = record(now);
        boolean changed = record.status() != told;
        if (changed || (isAlive(record) && isDue(now))) {
            lastBeat = now;
            put(record);
        }
        if (topology.status().state() == TopologyState.RUNNING && isIdle(record, now)) {
            LOG.info("Pipeline {} has nothing to do for {} and is stopped", pipeline.name(), options.stopWhenIdle());
            stopper.accept(topology);
        }
    }

    private static boolean isAlive(BuildRecord record) {
        return record.status() == BuildStatus.STARTING || record.status() == BuildStatus.RUNNING;
    }

    private boolean isDue(Instant now) {
        return lastBeat == null || !now.isBefore(lastBeat.plus(options.heartbeatInterval()));
    }

    private void put(BuildRecord record) {
        try {
            pipeline.host().putRecord(pipeline.build(), record);
            told = record.status();
            BuildSignal signal = isAlive(record) ? pipeline.host().heartbeat(pipeline.build()) : BuildSignal.CONTINUE;
            reached(signal != BuildSignal.CONTINUE_UNREACHABLE, null);
            if (signal == BuildSignal.STOP && topology.status().state().isActive()) {
                LOG.info(
                        "Pipeline {} is stopped, as {} says",
                        pipeline.name(),
                        pipeline.host().name());
                stopper.accept(topology);
            }
        } catch (RuntimeException e) {
            reached(false, e);
        }
    }

    private void reached(boolean reached, @Nullable RuntimeException failure) {
        if (!reached && !unreachable) {
            LOG.warn(
                    "The host of pipeline {} cannot be reached ({}); the pipeline goes on: {}",
                    pipeline.name(),
                    pipeline.host().name(),
                    failure == null ? "it says that what it asks is away" : String.valueOf(failure.getMessage()));
        } else if (reached && unreachable) {
            LOG.info(
                    "The host of pipeline {} is back ({})",
                    pipeline.name(),
                    pipeline.host().name());
        }
        unreachable = !reached;
    }

    private boolean isIdle(BuildRecord record, Instant now) {
        Duration patience = options.stopWhenIdle();
        if (patience == null) {
            return false;
        }
        Long lag = record.progress().lag();
        long consumed = record.counts().consumed();
        if (idleSince == null || consumed != lastConsumed || lag == null || lag > 0) {
            lastConsumed = consumed;
            idleSince = now;
            return false;
        }
        return !now.isBefore(idleSince.plus(patience));
    }

    /** Tells the host how it ended. */
    void end(Instant now) {
        BuildRecord last = record(now);
        if (last.status() != told) {
            put(last);
        }
    }
}
