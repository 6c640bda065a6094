package io.streamsboot.topology.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.topology.MissingTopicsException;
import io.streamsboot.topology.runtime.MissingTopics.NewTopicSpec;
import io.streamsboot.topology.runtime.MissingTopics.Policy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

/** What managed topologies ask of a cluster, and what they do as long as they do not get it. */
class ManagedTopologiesClusterIT extends ManagedTopologiesFixture {

    ManagedTopologiesClusterIT(DevBroker broker) {
        super(broker);
    }

    @Test
    void knowsTheLagOfPartitionsInWhichNothingHappens() {
        broker.createTopic(id, 3);
        send(id, 1);
        ManagedTopology topology = run(options(), this::count).find("main");
        awaitNoLag(topology);
        topology.stop(PATIENCE);
        assertThat(topology.progress().totalLag()).isNull();

        topology.start();

        awaitNoLag(topology);
    }

    @Test
    void waitsForTopics() {
        ManagedTopology topology = run(options(), this::count).find("main");
        awaitState(topology, TopologyState.WAITING_FOR_TOPICS);
        assertThat(topology.status().missingTopics()).containsExactly(id);

        broker.createTopic(id, 1);

        awaitState(topology, TopologyState.RUNNING);
        assertThat(topology.status().missingTopics()).isEmpty();
    }

    @Test
    void failsOnceTheDeadlineForTopicsHasPassed() {
        MissingTopics briefly =
                new MissingTopics(Policy.WAIT, Duration.ofMillis(10), NewTopicSpec.BROKER_DEFAULTS, Map.of());
        ManagedTopology topology = run(
                        options()
                                .withMissingTopics(briefly)
                                .withRestart(new RestartPolicy(QUICK.backoff(), 0, QUICK.resetAfter())),
                        this::count)
                .find("main");

        awaitState(topology, TopologyState.QUARANTINED);

        assertThat(topology.status().failure().message()).contains(id).contains("PT0.01S");
        assertThat(topology.status().failure().action()).contains("streams.topologies.main.missing-topics.policy");
    }

    @Test
    void createsSourcesAndSinks() throws Exception {
        MissingTopics create = new MissingTopics(
                Policy.CREATE,
                PATIENCE,
                new NewTopicSpec(3, (short) 1, Map.of("retention.ms", "-1")),
                Map.of(id + "-out", new NewTopicSpec(5, null, Map.of("cleanup.policy", "compact"))));
        ManagedTopology topology = run(
                        options().withMissingTopics(create),
                        builder -> builder.<String, String>stream(id).to(id + "-out"))
                .find("main");
        awaitState(topology, TopologyState.RUNNING);

        try (Admin admin = admin()) {
            var topics = admin.describeTopics(List.of(id, id + "-out"))
                    .allTopicNames()
                    .get();
            assertThat(topics.get(id).partitions()).hasSize(3);
            assertThat(topics.get(id + "-out").partitions()).hasSize(5);
            ConfigResource out = new ConfigResource(ConfigResource.Type.TOPIC, id + "-out");
            var config = admin.describeConfigs(List.of(out)).all().get().get(out);
            assertThat(config.get("cleanup.policy").value()).isEqualTo("compact");
            assertThat(config.get("retention.ms").value()).isEqualTo("-1");
        }
    }

    @Test
    void refusesToStartWithoutItsTopicsIfToldSo() {
        MissingTopics fail = new MissingTopics(Policy.FAIL, PATIENCE, NewTopicSpec.BROKER_DEFAULTS, Map.of());
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of("main", this::count, options().withMissingTopics(fail)))
                .build();

        assertThatExceptionOfType(MissingTopicsException.class)
                .isThrownBy(topologies::verify)
                .satisfies(e -> assertThat(e.topics()).containsExactly(id));
    }

    @Test
    void stopsWhileItWaitsForAClusterThatIsNotThere() {
        ManagedTopology topology = run(
                        options().withConfig(Map.of(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1")),
                        this::count)
                .find("main");
        awaitState(topology, TopologyState.STARTING);

        assertThat(topology.stop(Duration.ofSeconds(10))).isTrue();

        assertThat(topology.status().state()).isEqualTo(TopologyState.STOPPED);
    }

    @Test
    void wipesStateOfAnotherCluster() throws Exception {
        broker.createTopic(id, 1);
        send(id, 10);
        ManagedTopology topology = run(options(), this::count).find("main");
        awaitCount(topology, 1, PATIENCE);
        topologies.close();

        try (DevBroker other = DevBroker.builder().topic(id, 1).start()) {
            send(other, id, 20);
            topologies = ManagedTopologies.builder()
                    .add(TopologySpec.of("main", this::count, options(other, id)))
                    .build();
            topologies.start();
            ManagedTopology second = topologies.find("main");

            awaitCount(second, 2, PATIENCE);
            topologies.close();
        }
    }

    @Test
    void setsGroupSettingsOfTheStreamsProtocolAtTheBroker() throws Exception {
        broker.createTopic(id, 1);
        TopologyOptions classic = options();
        Map<String, Object> config = new HashMap<>(classic.config());
        config.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams");
        ManagedTopology topology = run(
                        new TopologyOptions(
                                config,
                                Map.of("streams.num.standby.replicas", "1"),
                                true,
                                classic.missingTopics(),
                                classic.restart(),
                                classic.closeTimeout(),
                                false),
                        this::count)
                .find("main");

        awaitState(topology, TopologyState.RUNNING);

        try (Admin admin = admin()) {
            ConfigResource group = new ConfigResource(ConfigResource.Type.GROUP, id);
            assertThat(admin.describeConfigs(List.of(group))
                            .all()
                            .get()
                            .get(group)
                            .get("streams.num.standby.replicas")
                            .value())
                    .isEqualTo("1");
        }
    }
}
