package io.streamsboot.topology.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.Backoff;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.TopologyDefinition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** What tests of managed topologies at a broker have in common. */
@WithDevBroker
abstract class ManagedTopologiesFixture {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final RestartPolicy QUICK = new RestartPolicy(
            new Backoff(Duration.ofMillis(50), 1, Duration.ofMillis(50), 0), 2, Duration.ofMinutes(1));

    final Queue<TopologyStateChange> changes = new ConcurrentLinkedQueue<>();
    final DevBroker broker;

    @Nullable ManagedTopologies topologies;

    String id = "";

    @TempDir
    Path state;

    ManagedTopologiesFixture(DevBroker broker) {
        this.broker = broker;
    }

    @BeforeEach
    void nameAfterTest(TestInfo test) {
        id = test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void close() {
        if (topologies != null) {
            topologies.close();
        }
    }

    void count(StreamsBuilder builder) {
        builder.stream(id, Consumed.with(Serdes.String(), Serdes.String()).withName("source"))
                .groupByKey()
                .count(Named.as("counts"), Materialized.as("counts"));
    }

    static void awaitNoLag(ManagedTopology topology) {
        await().atMost(PATIENCE)
                .until(() -> Long.valueOf(0).equals(topology.progress().totalLag()));
    }

    static void awaitCount(@Nullable ManagedTopology topology, long expected, Duration patience) {
        await().ignoreExceptions()
                .atMost(patience)
                .untilAsserted(
                        () -> assertThat(count(topology.kafkaStreams(), "k1")).isEqualTo(expected));
    }

    static long count(@Nullable KafkaStreams streams, String key) {
        assertThat(streams).isNotNull();
        Long count = streams.store(StoreQueryParameters.fromNameAndType(
                        "counts", QueryableStoreTypes.<String, Long>keyValueStore()))
                .get(key);
        return count == null ? 0 : count;
    }

    ManagedTopologies run(TopologyOptions options, TopologyDefinition definition) {
        ManagedTopologies built = build(options, definition);
        built.start();
        return built;
    }

    ManagedTopologies build(TopologyOptions options, TopologyDefinition definition) {
        ManagedTopologies built = ManagedTopologies.builder()
                .listener(listener())
                .add(TopologySpec.of("main", definition, options))
                .build();
        topologies = built;
        return built;
    }

    TopologyListener listener() {
        return new TopologyListener() {
            @Override
            public void onStateChange(TopologyStateChange change) {
                changes.add(change);
            }
        };
    }

    TopologyOptions options() {
        return options(id);
    }

    TopologyOptions options(String applicationId) {
        return options(broker, applicationId);
    }

    TopologyOptions options(DevBroker cluster, String applicationId) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        return TopologyOptions.of(config);
    }

    Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    void send(String topic, int records) {
        send(broker, topic, records);
    }

    static void send(DevBroker cluster, String topic, int records) {
        Map<String, Object> config = Map.of("bootstrap.servers", cluster.bootstrapServers());
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(topic, "k" + i % 10, "v" + i));
            }
        }
    }

    void awaitState(@Nullable ManagedTopology topology, TopologyState state) {
        assertThat(topology).isNotNull();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(topology.status().state()).isEqualTo(state));
    }
}
