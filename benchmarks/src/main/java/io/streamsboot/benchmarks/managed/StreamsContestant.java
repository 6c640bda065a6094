package io.streamsboot.benchmarks.managed;

import io.streamsboot.benchmarks.harness.Measurement;
import io.streamsboot.benchmarks.harness.ProcessorTime;
import io.streamsboot.benchmarks.harness.Sliceable;
import io.streamsboot.benchmarks.managed.StreamsRuntime.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;

/**
 * A workload on a runtime. Each round is a new application that reads the input from its beginning with one stream
 * thread. The clock runs from the first record to the moment when the positions behind the last are committed, and with
 * them all that was written.
 */
final class StreamsContestant implements Sliceable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final StreamsRuntime runtime;
    private final Workload workload;
    private final Guarantee guarantee;
    private final BenchCluster cluster;
    private final Input input;

    private final String name;
    private final Map<String, Object> settings;

    StreamsContestant(
            StreamsRuntime runtime, Workload workload, Guarantee guarantee, BenchCluster cluster, Input input) {
        this(runtime.title(), runtime, workload, guarantee, Map.of(), cluster, input);
    }

    /** With a name of its own and settings that win over all others. */
    StreamsContestant(
            String name,
            StreamsRuntime runtime,
            Workload workload,
            Guarantee guarantee,
            Map<String, Object> settings,
            BenchCluster cluster,
            Input input) {
        this.name = name;
        this.settings = Map.copyOf(settings);
        this.runtime = runtime;
        this.workload = workload;
        this.guarantee = guarantee;
        this.cluster = cluster;
        this.input = input;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Measurement round() throws Exception {
        String topic = input.topic();
        String id = "bench-" + UUID.randomUUID();
        String output = "out-" + id;
        Path state = Files.createTempDirectory("streams-benchmark");
        Map<TopicPartition, Long> ends = cluster.endOffsets(topic);
        Meter meter =
                new Meter(ends.values().stream().mapToLong(Long::longValue).sum());
        cluster.createTopic(output);
        try {
            Measurement measurement;
            try (Running running =
                    runtime.start(builder -> workload.define(builder, meter, topic, output), config(id, state))) {
                measurement = measure(running, meter, id, ends);
                running.check(meter.expected());
                workload.check(running.client(), cluster, output, meter.expected());
            }
            if (meter.seen() != meter.expected()) {
                throw new IllegalStateException(
                        name() + " processed " + meter.seen() + " records instead of " + meter.expected());
            }
            return measurement;
        } finally {
            cluster.delete(output, id);
            deleteAll(state);
        }
    }

    @Override
    public Slices open() throws Exception {
        String topic = input.topic();
        String id = "bench-" + UUID.randomUUID();
        String output = "out-" + id;
        Path state = Files.createTempDirectory("streams-benchmark");
        Meter meter = new Meter(Long.MAX_VALUE);
        cluster.createTopic(output);
        Running running = runtime.start(builder -> workload.define(builder, meter, topic, output), config(id, state));
        Slices slices = new Slices() {
            @Override
            public void resume() {
                running.client().resume();
            }

            @Override
            public void pause() {
                running.client().pause();
            }

            @Override
            public long records() {
                return meter.progress();
            }

            @Override
            public long threadCpuNanos() {
                return meter.threadNanos();
            }

            @Override
            public void close() throws IOException {
                try {
                    running.check(meter.progress());
                } finally {
                    running.close();
                    cluster.delete(output, id);
                    deleteAll(state);
                }
            }
        };
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (meter.progress() == 0) {
            requireAlive(running, deadline);
            LockSupport.parkNanos(1_000_000);
        }
        slices.pause();
        return slices;
    }

    private Map<String, Object> config(String id, Path state) {
        Map<String, Object> config = new HashMap<>(guarantee.config());
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        config.putAll(settings);
        return config;
    }

    private Measurement measure(Running running, Meter meter, String group, Map<TopicPartition, Long> ends)
            throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!meter.await(LOOK)) {
            requireAlive(running, deadline);
        }
        while (!cluster.hasCommitted(group, ends) || !workload.isDone(cluster, group)) {
            requireAlive(running, deadline);
            LockSupport.parkNanos(1_000_000);
        }
        return new Measurement(
                meter.expected(),
                System.nanoTime() - meter.startNanos(),
                ProcessorTime.ofProcess() - meter.startProcessCpu(),
                meter.threadCpu());
    }

    private void requireAlive(Running running, long deadline) {
        if (running.failed() || System.nanoTime() - deadline > 0) {
            throw new IllegalStateException(
                    name() + " did not process its input within " + PATIENCE + ", it is " + running.state());
        }
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
