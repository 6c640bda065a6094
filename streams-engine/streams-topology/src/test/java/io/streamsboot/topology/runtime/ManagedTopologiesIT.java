package io.streamsboot.topology.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.kstream.Materialized;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How managed topologies start, fail, start again and stop. */
class ManagedTopologiesIT extends ManagedTopologiesFixture {

    ManagedTopologiesIT(DevBroker broker) {
        super(broker);
    }

    @Test
    void processesReportsAndStops() {
        broker.createTopic(id, 2);
        send(id, 100);
        ManagedTopology topology = run(options(), this::count).find("main");

        awaitState(topology, TopologyState.RUNNING);
        await().atMost(PATIENCE)
                .until(() -> Long.valueOf(0).equals(topology.progress().totalLag()));

        assertThat(count(topology.kafkaStreams(), "k1")).isEqualTo(10);
        assertThat(topology.progress().nodes().get("counts").records()).isEqualTo(100);
        assertThat(topology.progress().threads()).hasSize(1);
        assertThat(topology.stop(PATIENCE)).isTrue();
        assertThat(topology.status().state()).isEqualTo(TopologyState.STOPPED);
        assertThat(topology.kafkaStreams()).isNull();
        assertThat(topology.progress().threads()).isEmpty();
    }

    @Test
    void startsAgainAfterAStopWithANewGeneration() {
        broker.createTopic(id, 1);
        ManagedTopology topology = run(options(), this::count).find("main");
        awaitState(topology, TopologyState.RUNNING);
        topology.start();
        topology.stop(PATIENCE);
        topology.stop(PATIENCE);

        topology.start();

        awaitState(topology, TopologyState.RUNNING);
        assertThat(topology.status().generation()).isEqualTo(2);
        assertThat(changes.stream().filter(change -> change.to() == TopologyState.STOPPED))
                .hasSize(1);
    }

    @Test
    void restartsAFailedTopologyThenQuarantinesItAndLeavesTheOthersAlone() {
        broker.createTopic(id, 1);
        send(id, 100);
        TopologyDefinition faulty =
                builder -> builder.<String, String>stream(id).foreach((key, value) -> {
                    throw new IllegalStateException("boom");
                });
        ManagedTopologies.Builder builder = ManagedTopologies.builder().listener(listener());
        builder.add(TopologySpec.of("faulty", faulty, options("faulty").withRestart(QUICK)));
        builder.add(TopologySpec.of("sound", this::count, options("sound")));
        topologies = builder.build();
        topologies.start();
        ManagedTopology topology = topologies.find("faulty");

        awaitState(topology, TopologyState.QUARANTINED);

        assertThat(topology.status().generation()).isEqualTo(3);
        assertThat(topology.status().failures()).isEqualTo(3);
        assertThat(topology.status().failure().message()).contains("boom");
        assertThat(changes.stream().filter(change -> change.to() == TopologyState.RESTARTING))
                .hasSize(2);
        awaitState(topologies.find("sound"), TopologyState.RUNNING);
        assertThat(changes.stream()
                        .filter(change -> change.topology().equals("sound") && change.to() == TopologyState.RESTARTING))
                .isEmpty();
    }

    @Test
    void recoversWithoutWaitingForTheSessionToExpire() {
        broker.createTopic(id, 1);
        send(id, 10);
        AtomicBoolean fault = new AtomicBoolean(true);
        ManagedTopology topology = run(
                        options().withRestart(QUICK).withDeadLetters(DeadLetterOptions.OFF),
                        builder -> builder.<String, String>stream(id)
                                .mapValues(value -> {
                                    if (fault.getAndSet(false)) {
                                        throw new IllegalStateException("once");
                                    }
                                    return value;
                                })
                                .groupByKey()
                                .count(Materialized.as("counts")))
                .find("main");

        // Kafka's session timeout is 45 s: with a member left behind, the second generation would wait that long.
        awaitCount(topology, 1, Duration.ofSeconds(20));
        assertThat(topology.status().generation()).isEqualTo(2);
        assertThat(topology.status().failures()).isEqualTo(1);
    }

    @Test
    void startsAQuarantinedTopologyByHand() {
        broker.createTopic(id, 1);
        AtomicBoolean fault = new AtomicBoolean(true);
        ManagedTopologies.Builder builder = ManagedTopologies.builder().listener(listener());
        builder.add(TopologySpec.of(
                "main", this::count, options().withRestart(new RestartPolicy(QUICK.backoff(), 0, QUICK.resetAfter()))));
        builder.customizer((name, streams) -> {
            if (fault.get()) {
                throw new IllegalStateException("not yet");
            }
        });
        topologies = builder.build();
        topologies.start();
        ManagedTopology topology = topologies.find("main");
        awaitState(topology, TopologyState.QUARANTINED);
        fault.set(false);

        topology.start();

        awaitState(topology, TopologyState.RUNNING);
        assertThat(topology.status().failures()).isZero();
    }

    @Test
    void refusesToBeStoppedByItsOwnThreads() {
        broker.createTopic(id, 1);
        send(id, 1);
        AtomicReference<@Nullable RuntimeException> refusal = new AtomicReference<>();
        ManagedTopology[] self = new ManagedTopology[1];
        ManagedTopologies all = build(
                options(),
                builder -> builder.<String, String>stream(id).foreach((key, value) -> {
                    try {
                        self[0].stop(Duration.ofSeconds(1));
                    } catch (RuntimeException e) {
                        refusal.set(e);
                    }
                }));
        self[0] = all.find("main");
        all.start();

        await().atMost(PATIENCE).until(() -> refusal.get() != null);

        assertThatIllegalStateException().isThrownBy(() -> {
            throw refusal.get();
        });
        assertThat(self[0].status().state()).isEqualTo(TopologyState.RUNNING);
    }
}
