package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.RestartPolicy;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologyState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dead letters cannot be written: nothing is lost, the state says so, and it goes on after the cause is mended. */
@WithDevBroker(properties = "auto.create.topics.enable=false")
class DeadLetterOutageIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final RestartPolicy PERSISTENT = new RestartPolicy(
            new Backoff(Duration.ofMillis(200), 1, Duration.ofMillis(200), 0), 1_000, Duration.ofMinutes(1));

    private final DevBroker broker;
    private String id = "";
    private @Nullable ManagedTopologies topologies;

    @TempDir
    Path state;

    DeadLetterOutageIT(DevBroker broker) {
        this.broker = broker;
    }

    @BeforeEach
    void prepare(TestInfo test) {
        id = test.getTestMethod().orElseThrow().getName();
        if (test.getDisplayName().contains("at_least_once")) {
            id += "-alo";
        }
        broker.createTopic(id + "-in", 1);
        broker.createTopic(id + "-out", 1);
    }

    @AfterEach
    void close() {
        if (topologies != null) {
            topologies.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void goesOnWhenItsTopicWasDeleted(String guarantee) throws Exception {
        ManagedTopology topology = run(options(guarantee));
        awaitState(topology, TopologyState.RUNNING);
        try (Admin admin = admin()) {
            admin.deleteTopics(List.of(dead())).all().get();
        }

        send("good-1", "bad-1", "good-2");

        await().atMost(PATIENCE).until(() -> topology.deadLetters().lastUnwritten() != null);
        awaitOutcome(guarantee, List.of("good-1", "good-2"), List.of("bad-1"));
        assertThat(topology.status().failures()).isPositive();
        assertThat(topology.status().failure()).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void goesOnWhenItsTopicTakesRecordsAgain(String guarantee) throws Exception {
        // A compacted topic refuses records without a key.
        broker.createTopic(dead(), 1, Map.of("cleanup.policy", "compact"));
        ManagedTopology topology = run(options(guarantee));
        awaitState(topology, TopologyState.RUNNING);

        sendKeyed(null, "good-1", "bad-1", "good-2");
        await().atMost(PATIENCE).until(() -> topology.deadLetters().lastUnwritten() != null);
        await().atMost(PATIENCE).until(() -> topology.status().failures() > 0);
        assertThat(Letters.letters(broker.bootstrapServers(), dead())).isEmpty();
        set(dead(), "cleanup.policy", "delete");

        awaitOutcome(guarantee, List.of("good-1", "good-2"), List.of("bad-1"));
        // The failed send must not have been taken for a failure of the good record behind it.
        assertThat(topology.deadLetters().kinds())
                .filteredOn(kind -> kind.deadLetters() > 0)
                .extracting(DeadLetterCounts.Kind::exception)
                .containsExactly(IllegalStateException.class.getName());
    }

    @Test
    void keepsWhatATooSmallTopicTakesAndMarksIt() {
        broker.createTopic(dead(), 1, Map.of("max.message.bytes", "20000"));
        run(options(StreamsConfig.EXACTLY_ONCE_V2));

        send("bad-" + "x".repeat(50_000), "good-1");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Letters.letters(broker.bootstrapServers(), dead()))
                        .hasSize(1));
        DeadLetter letter = Letters.letters(broker.bootstrapServers(), dead()).get(0);
        assertThat(letter.payload().isCut()).isTrue();
        assertThat(letter.payload().valueLength()).isEqualTo(50_004);
        assertThat(letter.payload().value()).hasSizeGreaterThan(10_000);
    }

    @Test
    void waitsForATopicThatItMustNotCreate() {
        TopologyOptions options = options(StreamsConfig.EXACTLY_ONCE_V2);
        DeadLetterTopic topic = new DeadLetterTopic(dead(), false, 0, (short) 0, Duration.ofDays(1), 0);
        ManagedTopology topology =
                run(options.withDeadLetters(options.deadLetters().withTopic(topic)));
        send("bad-1", "good-1");

        await().atMost(PATIENCE).until(() -> topology.status().failures() > 0);
        assertThat(topology.status().failure().message()).contains(dead()).contains("dead letters");
        broker.createTopic(dead(), 1);

        awaitOutcome(StreamsConfig.EXACTLY_ONCE_V2, List.of("good-1"), List.of("bad-1"));
    }

    @Test
    void goesOnWhenTheBrokerIsBack() {
        ManagedTopology topology = run(options(StreamsConfig.EXACTLY_ONCE_V2));
        awaitState(topology, TopologyState.RUNNING);
        send("bad-1", "good-1", "bad-2", "good-2");
        broker.stopNode(1);
        broker.startNode(1);
        send("good-3", "bad-3");

        awaitOutcome(
                StreamsConfig.EXACTLY_ONCE_V2,
                List.of("good-1", "good-2", "good-3"),
                List.of("bad-1", "bad-2", "bad-3"));
    }

    @Test
    void failsVisiblyWhenEveryRecordFails() {
        RestartPolicy once = new RestartPolicy(PERSISTENT.backoff(), 1, PERSISTENT.resetAfter());
        ManagedTopology topology = run(options(StreamsConfig.EXACTLY_ONCE_V2).withRestart(once));
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add("bad-" + i);
        }
        send(all.toArray(String[]::new));

        awaitState(topology, TopologyState.QUARANTINED);

        assertThat(topology.status().failure().message()).contains("bad-");
    }

    @Test
    void refusesToReadWhatItWrites() {
        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(() -> ManagedTopologies.builder()
                        .add(TopologySpec.of(
                                "main",
                                builder -> builder.stream(dead()).to(id + "-out"),
                                options(StreamsConfig.AT_LEAST_ONCE)))
                        .build())
                .withMessageContaining("reads the topic of its own dead letters");
    }

    @Test
    void leavesARecordThatAlwaysFailsInItsOwnTopic() {
        broker.createTopic(dead(), 1);
        AtomicInteger calls = new AtomicInteger();
        TopologyOptions options = options(StreamsConfig.EXACTLY_ONCE_V2);
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        "main",
                        builder -> builder.stream(
                                        List.of(id + "-in", dead()),
                                        Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                                .foreach((key, value) -> {
                                    calls.incrementAndGet();
                                    throw new IllegalStateException("always");
                                }),
                        options.withDeadLetters(options.deadLetters().readingItsOwn(3))))
                .build();
        topologies.start();

        send("once");

        await().atMost(PATIENCE).until(() -> calls.get() == 4);
        await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> calls.get() == 4);
        assertThat(Letters.letters(broker.bootstrapServers(), dead()))
                .extracting(letter -> letter.history().attempt())
                .containsExactly(1, 2, 3);
    }

    private void awaitOutcome(String guarantee, List<String> good, List<String> bad) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            List<String> out = TopicRecords.committed(broker.bootstrapServers(), id + "-out").stream()
                    .map(record -> new String(record.value(), UTF_8))
                    .toList();
            List<String> dead = Letters.letters(broker.bootstrapServers(), dead()).stream()
                    .map(letter -> new String(letter.payload().value(), UTF_8))
                    .toList();
            if (guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
                assertThat(out).containsExactlyInAnyOrderElementsOf(good);
                assertThat(dead).containsExactlyInAnyOrderElementsOf(bad);
            } else {
                assertThat(out).containsAll(good);
                assertThat(out).allMatch(value -> value.startsWith("good"));
                assertThat(dead).containsAll(bad);
                assertThat(dead).allMatch(value -> value.startsWith("bad"));
            }
        });
    }

    private String dead() {
        return id + ".dead-letters";
    }

    private ManagedTopology run(TopologyOptions options) {
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        "main",
                        builder -> builder.stream(id + "-in", Consumed.with(Serdes.String(), Serdes.String()))
                                .mapValues(value -> {
                                    if (value.startsWith("bad")) {
                                        throw new IllegalStateException(value);
                                    }
                                    return value;
                                })
                                .to(id + "-out", Produced.with(Serdes.String(), Serdes.String())),
                        options))
                .build();
        topologies.start();
        return topologies.find("main");
    }

    private TopologyOptions options(String guarantee) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        // A member whose leave was lost with the broker is missed for so long by its successor, 45 s by default.
        config.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6_000);
        config.put(StreamsConfig.producerPrefix("max.block.ms"), 2_000);
        config.put(StreamsConfig.producerPrefix("linger.ms"), 10);
        config.put(StreamsConfig.producerPrefix("request.timeout.ms"), 1_000);
        config.put(StreamsConfig.producerPrefix("delivery.timeout.ms"), 2_000);
        return TopologyOptions.of(config)
                .withDeadLetters(DeadLetterOptions.DEFAULT)
                .withRestart(PERSISTENT);
    }

    private void send(String... values) {
        sendKeyed("key".getBytes(UTF_8), values);
    }

    private void sendKeyed(byte @Nullable [] key, String... values) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (String value : values) {
            records.add(new ProducerRecord<>(id + "-in", key, value.getBytes(UTF_8)));
        }
        Letters.send(broker.bootstrapServers(), records);
    }

    private void set(String topic, String name, String value) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Collection<AlterConfigOp> change =
                List.of(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET));
        try (Admin admin = admin()) {
            admin.incrementalAlterConfigs(Map.of(resource, change)).all().get();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static void awaitState(ManagedTopology topology, TopologyState expected) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(topology.status().state()).isEqualTo(expected));
    }
}
