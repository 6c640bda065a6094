package io.streamsboot.pipeline.host;

import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs of an application's pipelines. While it is started it tells every host how its builds fare, on one thread for each
 * host, and stops the topologies of builds that are to end. It does not start topologies. Thread-safe.
 */
public final class PipelineBuilds implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PipelineBuilds.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Map<String, BuildMonitor> monitors = new ConcurrentHashMap<>();
    private final Map<PipelineHost, List<BuildMonitor>> byHost = new IdentityHashMap<>();
    private final BuildOptions options;
    private final InstantSource clock;
    private final Set<String> stopping = ConcurrentHashMap.newKeySet();
    private final List<ScheduledExecutorService> threads = new ArrayList<>();
    private @Nullable ExecutorService stoppers;

    /**
     * The builds of pipelines that run.
     *
     * @param pipelines the pipelines
     * @param topologies their topologies, by the same names
     * @param options how they are watched
     */
    public PipelineBuilds(Pipelines pipelines, ManagedTopologies topologies, BuildOptions options) {
        this.options = options;
        this.clock = InstantSource.system();
        for (HostedPipeline pipeline : pipelines.all()) {
            ManagedTopology topology = topologies.find(pipeline.name());
            if (topology == null) {
                throw new IllegalArgumentException("pipeline '" + pipeline.name() + "' has no topology");
            }
            BuildMonitor monitor = new BuildMonitor(pipeline, topology, options, this::end);
            monitors.put(pipeline.name(), monitor);
            byHost.computeIfAbsent(pipeline.host(), host -> new ArrayList<>()).add(monitor);
        }
    }

    /**
     * How a build fares, from memory.
     *
     * @param pipeline name of the pipeline
     * @return its present record; null if there is no such pipeline
     */
    public @Nullable BuildRecord record(String pipeline) {
        BuildMonitor monitor = monitors.get(pipeline);
        return monitor == null ? null : monitor.record(clock.instant());
    }

    /** Begins to watch, and returns at once. Does nothing if it has begun. */
    public synchronized void start() {
        if (!threads.isEmpty() || byHost.isEmpty()) {
            return;
        }
        stoppers = Executors.newCachedThreadPool(named("streams-pipeline-stop"));
        long tick = options.tick().toMillis();
        byHost.forEach((host, builds) -> {
            ScheduledExecutorService thread =
                    Executors.newSingleThreadScheduledExecutor(named("streams-pipeline-host"));
            thread.scheduleWithFixedDelay(() -> builds.forEach(this::tick), 0, tick, TimeUnit.MILLISECONDS);
            threads.add(thread);
        });
    }

    private void tick(BuildMonitor monitor) {
        try {
            monitor.tick(clock.instant());
        } catch (RuntimeException e) {
            LOG.warn("Pipeline {} cannot be watched now", monitor.pipeline().name(), e);
        }
    }

    /** Closing waits for the stream threads, so a thread of its own does it. */
    private synchronized void end(ManagedTopology topology) {
        ExecutorService pool = stoppers;
        if (pool == null || !stopping.add(topology.name())) {
            return;
        }
        pool.execute(() -> {
            try {
                if (!topology.stop(topology.options().closeTimeout())) {
                    LOG.warn("Pipeline {} is not closed within its close timeout", topology.name());
                }
            } finally {
                stopping.remove(topology.name());
            }
        });
    }

    /** Tells every host how its builds ended, as far as it answers within a few seconds, and watches no longer. */
    @Override
    public void close() {
        List<ScheduledExecutorService> ended;
        ExecutorService pool;
        synchronized (this) {
            ended = List.copyOf(threads);
            threads.clear();
            pool = stoppers;
            stoppers = null;
        }
        if (pool == null) {
            return;
        }
        pool.shutdown();
        ended.forEach(ScheduledExecutorService::shutdownNow);
        ended.forEach(PipelineBuilds::await);
        ExecutorService last = Executors.newCachedThreadPool(named("streams-pipeline-host"));
        byHost.values().forEach(builds -> last.execute(() -> builds.forEach(this::lastWords)));
        last.shutdown();
        await(last);
        last.shutdownNow();
        await(pool);
        pool.shutdownNow();
    }

    private void lastWords(BuildMonitor monitor) {
        try {
            monitor.end(clock.instant());
        } catch (RuntimeException e) {
            LOG.debug(
                    "The host of pipeline {} does not hear of its end",
                    monitor.pipeline().name(),
                    e);
        }
    }

    private static void await(ExecutorService executor) {
        try {
            executor.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
