package io.streamsboot.benchmarks.managed;

import io.streamsboot.core.Backoff;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.deadletter.DeadLetterCounts;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.RestartPolicy;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologyProgress.NodeCount;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologyState;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.streams.KafkaStreams;

/** The managed runtime with every default, but without a second try: a round that fails is to end the comparison. */
final class ManagedRuntime implements StreamsRuntime {

    private static final String NAME = "benchmark";
    private static final RestartPolicy NEVER =
            new RestartPolicy(new Backoff(Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 0), 0, Duration.ofHours(1));

    private final String title;
    private final DeadLetterOptions deadLetters;
    private final LongUnaryOperator failing;

    private ManagedRuntime(String title, DeadLetterOptions deadLetters, LongUnaryOperator failing) {
        this.title = title;
        this.deadLetters = deadLetters;
        this.failing = failing;
    }

    /** What a program gets that asks for nothing. */
    static ManagedRuntime plain(String title) {
        return new ManagedRuntime(title, DeadLetterOptions.OFF, records -> 0);
    }

    /**
     * With dead letters.
     *
     * @param failing how many of so many records fail
     */
    static ManagedRuntime settingAside(String title, LongUnaryOperator failing) {
        return new ManagedRuntime(title, DeadLetterOptions.DEFAULT, failing);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Running start(TopologyDefinition definition, Map<String, Object> config) {
        ManagedTopologies topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        NAME,
                        definition,
                        TopologyOptions.of(config).withRestart(NEVER).withDeadLetters(deadLetters)))
                .build();
        topologies.start();
        return new Managed(topologies, Objects.requireNonNull(topologies.find(NAME)), failing);
    }

    private record Managed(ManagedTopologies topologies, ManagedTopology topology, LongUnaryOperator failing)
            implements Running {

        @Override
        public KafkaStreams client() {
            return Objects.requireNonNull(topology.kafkaStreams(), "the topology has no client");
        }

        @Override
        public String state() {
            return topology.status().toString();
        }

        @Override
        public boolean failed() {
            return topology.status().state() == TopologyState.QUARANTINED;
        }

        /** A managed topology that counts nothing would win for the wrong reason. */
        @Override
        public void check(long records) {
            NodeCount counted = topology.progress().nodes().get(Meter.NODE);
            if (!topology.limitations().isEmpty() || counted == null || counted.records() != records) {
                throw new IllegalStateException("the runtime counted " + counted + " instead of " + records
                        + " records, limitations " + topology.limitations());
            }
            long setAside = topology.deadLetters().kinds().stream()
                    .mapToLong(DeadLetterCounts.Kind::deadLetters)
                    .sum();
            if (setAside != failing.applyAsLong(records)) {
                throw new IllegalStateException(setAside + " records were set aside, and not "
                        + failing.applyAsLong(records) + " of " + records);
            }
        }

        @Override
        public void close() {
            topologies.stop();
            topologies.close();
        }
    }
}
