package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.deadletter.DeadLetter;
import io.streamsboot.core.deadletter.DeadLetter.Content;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import io.streamsboot.topology.runtime.TopologyState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@WithDevBroker
class DeadLetterStagesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final DevBroker broker;
    private final AtomicBoolean faulty = new AtomicBoolean(true);
    private @Nullable ManagedTopologies topologies;

    @TempDir
    Path state;

    DeadLetterStagesIT(DevBroker broker) {
        this.broker = broker;
    }

    @AfterEach
    void close() {
        if (topologies != null) {
            topologies.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void setsAsideRecordsOfAnyShapeInEveryStageAndLetsTheGoodOnesPass(String guarantee) {
        String id = "stages-" + guarantee;
        String in = id + "-in";
        String out = id + "-out";
        broker.createTopic(in, 2, Map.of("max.message.bytes", "2097152"));
        broker.createTopic(out, 2, Map.of("max.message.bytes", "2097152"));
        List<ProducerRecord<byte[], byte[]>> bad = new ArrayList<>();
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
        for (String where : List.of("decode", "process", "process-late", "serialize")) {
            for (ProducerRecord<byte[], byte[]> record : shapes(in, where)) {
                sent.add(new ProducerRecord<>(in, "good".getBytes(UTF_8), ("good" + sent.size()).getBytes(UTF_8)));
                sent.add(record);
                bad.add(record);
            }
        }
        Letters.send(broker.bootstrapServers(), sent);

        ManagedTopology topology = run(id, guarantee, Map.of(), builder -> pipe(builder, in, out));

        String dead = id + ".dead-letters";
        await().atMost(PATIENCE).untilAsserted(() -> {
            // What fails late has come out once already: the sink is a branch before the node that fails.
            assertThat(TopicRecords.committed(broker.bootstrapServers(), out))
                    .filteredOn(record -> record.headers().lastHeader(FaultySerde.FAIL) == null)
                    .hasSize(sent.size() - bad.size());
            assertThat(TopicRecords.committed(broker.bootstrapServers(), dead)).hasSize(bad.size());
        });
        List<DeadLetter> letters = Letters.letters(broker.bootstrapServers(), dead);
        for (ProducerRecord<byte[], byte[]> record : bad) {
            List<DeadLetter> same = letters.stream()
                    .filter(letter -> letter.origin().timestamp() == record.timestamp())
                    .toList();
            assertThat(same).hasSize(1);
            Letters.assertSame(same.get(0), record.key(), record.value(), record.headers());
        }
        assertThat(letters)
                .extracting(letter -> letter.place().stage())
                .contains(Stage.DECODE, Stage.PROCESS, Stage.PRODUCE);
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.payload().content()).isEqualTo(Content.SOURCE);
            assertThat(letter.origin().topic()).isEqualTo(in);
            assertThat(letter.origin().timestampType()).isEqualTo("CreateTime");
            assertThat(letter.origin().partition()).isEqualTo(letter.position().partition());
            assertThat(letter.place().application()).isEqualTo(id);
            assertThat(letter.place().task()).startsWith("0_");
            assertThat(letter.history().attempt()).isEqualTo(1);
        });
        assertThat(topology.status().failures()).isZero();
        assertThat(topology.deadLetters().kinds())
                .extracting(DeadLetterCounts.Kind::deadLetters)
                .contains(10L);
    }

    private void pipe(StreamsBuilder builder, String in, String out) {
        var input = builder.stream(in, Consumed.with(new FaultySerde(faulty), new FaultySerde(faulty)))
                .process(() -> new ContextualProcessor<byte[], byte[], byte[], byte[]>() {
                    @Override
                    public void process(Record<byte[], byte[]> record) {
                        record.headers().add("seen-by-processor", new byte[0]);
                        if (faulty.get() && FaultySerde.isToFail(record.headers(), "process")) {
                            record.headers().remove(FaultySerde.FAIL);
                            throw new IllegalStateException((String) null);
                        }
                        context().forward(record);
                    }
                });
        input.to(out, Produced.with(new FaultySerde(faulty), new FaultySerde(faulty)));
        input.process(() -> new ContextualProcessor<byte[], byte[], Void, Void>() {
            @Override
            public void process(Record<byte[], byte[]> record) {
                if (faulty.get() && FaultySerde.isToFail(record.headers(), "process-late")) {
                    throw new IllegalStateException("x".repeat(1 << 20));
                }
            }
        });
    }

    private static List<ProducerRecord<byte[], byte[]>> shapes(String topic, String where) {
        List<Header> few = List.of(header(FaultySerde.FAIL, where));
        List<Header> hundred = new ArrayList<>(few);
        for (int i = 0; i < 100; i++) {
            hundred.add(new RecordHeaders()
                    .add("h" + i % 9, i % 7 == 0 ? null : new byte[] {(byte) i})
                    .toArray()[0]);
        }
        byte[] large = new byte[1 << 20];
        Arrays.fill(large, (byte) 'x');
        long time = 1_000_000L * (1 + where.hashCode() % 1000);
        return List.of(
                new ProducerRecord<>(topic, null, Math.abs(time) + 1, null, "null key".getBytes(UTF_8), few),
                new ProducerRecord<>(topic, null, Math.abs(time) + 2, new byte[] {0, -1, -128}, null, few),
                new ProducerRecord<>(topic, null, Math.abs(time) + 3, new byte[0], new byte[0], few),
                new ProducerRecord<>(topic, 1, Math.abs(time) + 4, null, null, few),
                new ProducerRecord<>(topic, null, Math.abs(time) + 5, new byte[] {7}, large, hundred));
    }

    private static Header header(String key, String value) {
        return new RecordHeaders().add(key, value.getBytes(UTF_8)).toArray()[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void setsAsideOutputsThatTheirTopicDoesNotTake(String guarantee) {
        String id = "large-" + guarantee;
        broker.createTopic(id + "-in", 1);
        broker.createTopic(id + "-out", 1, Map.of("max.message.bytes", "100000"));
        ProducerRecord<byte[], byte[]> large = new ProducerRecord<>(
                id + "-in", null, 77L, new byte[] {1}, new byte[200_000], List.of(header("a", "b")));
        Letters.send(
                broker.bootstrapServers(),
                List.of(
                        new ProducerRecord<>(id + "-in", new byte[] {1}, new byte[] {1}),
                        large,
                        new ProducerRecord<>(id + "-in", new byte[] {1}, new byte[] {2})));

        run(
                id,
                guarantee,
                Map.of(),
                builder -> builder.stream(id + "-in", raw())
                        .mapValues(value -> value)
                        .to(id + "-out", Produced.with(Serdes.ByteArray(), Serdes.ByteArray())));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(TopicRecords.committed(broker.bootstrapServers(), id + "-out"))
                        .extracting(record -> record.value()[0])
                        .containsExactly((byte) 1, (byte) 2));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Letters.letters(broker.bootstrapServers(), id + ".dead-letters"))
                        .hasSize(1));
        DeadLetter letter =
                Letters.letters(broker.bootstrapServers(), id + ".dead-letters").get(0);
        Letters.assertSame(letter, large.key(), large.value(), large.headers());
        assertThat(letter.payload().content()).isEqualTo(Content.OUTPUT);
        assertThat(letter.place().stage()).isEqualTo(Stage.PRODUCE);
        assertThat(letter.target()).isEqualTo(new DeadLetter.Target(id + "-out", -1));
        assertThat(letter.origin().topic()).isEqualTo(id + "-in");
        assertThat(letter.origin().offset()).isEqualTo(1);
        assertThat(letter.cause().type()).endsWith("RecordTooLargeException");
    }

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void setsAsideOutputsForTopicsThatCannotBe(String guarantee) {
        String id = "invalid-" + guarantee;
        broker.createTopic(id + "-in", 1);
        broker.createTopic(id + "-out", 1);
        Letters.send(
                broker.bootstrapServers(),
                List.of(
                        new ProducerRecord<>(id + "-in", "1".getBytes(UTF_8), (id + "-out").getBytes(UTF_8)),
                        new ProducerRecord<>(id + "-in", "2".getBytes(UTF_8), "no/topic".getBytes(UTF_8)),
                        new ProducerRecord<>(id + "-in", "3".getBytes(UTF_8), (id + "-out").getBytes(UTF_8))));

        ManagedTopology topology = run(
                id,
                guarantee,
                Map.of(),
                builder -> builder.stream(id + "-in", raw())
                        .mapValues(value -> value)
                        .to(
                                (key, value, context) -> new String(value, UTF_8),
                                Produced.with(Serdes.ByteArray(), Serdes.ByteArray())));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(TopicRecords.committed(broker.bootstrapServers(), id + "-out"))
                        .extracting(record -> new String(record.key(), UTF_8))
                        .contains("1", "3"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Letters.letters(broker.bootstrapServers(), id + ".dead-letters"))
                        .extracting(letter -> new String(letter.payload().key(), UTF_8))
                        .containsExactly("2"));
        if (guarantee.equals(StreamsConfig.EXACTLY_ONCE_V2)) {
            assertThat(TopicRecords.committed(broker.bootstrapServers(), id + "-out"))
                    .hasSize(2);
        }
        assertThat(topology.status().generation()).isEqualTo(2);
    }

    @Test
    void tellsOfPunctuatorsWithoutARecord() {
        String id = "punctuate";
        broker.createTopic(id + "-in", 1);
        AtomicBoolean once = new AtomicBoolean(true);

        ManagedTopology topology = run(
                id,
                StreamsConfig.EXACTLY_ONCE_V2,
                Map.of(),
                builder -> builder.stream(id + "-in", raw())
                        .process(
                                () -> new Processor<byte[], byte[], Void, Void>() {
                                    @Override
                                    public void init(ProcessorContext<Void, Void> context) {
                                        context.schedule(
                                                Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, time -> {
                                                    if (once.getAndSet(false)) {
                                                        throw new IllegalStateException("timer");
                                                    }
                                                });
                                    }

                                    @Override
                                    public void process(Record<byte[], byte[]> record) {}
                                },
                                Named.as("timed")));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Letters.letters(broker.bootstrapServers(), id + ".dead-letters"))
                        .hasSize(1));
        DeadLetter letter =
                Letters.letters(broker.bootstrapServers(), id + ".dead-letters").get(0);
        assertThat(letter.place().stage()).isEqualTo(Stage.PUNCTUATE);
        assertThat(letter.place().node()).isEqualTo("timed");
        assertThat(letter.origin()).isEqualTo(DeadLetter.Origin.NONE);
        assertThat(letter.payload().content()).isEqualTo(Content.NONE);
        assertThat(topology.status().state()).isEqualTo(TopologyState.RUNNING);
    }

    @Test
    void setsAsideWhatGlobalStoresCannotTake() {
        String id = "global";
        broker.createTopic(id + "-in", 1);
        broker.createTopic(id + "-table", 1);
        // Two are there before the start, and are replayed into the store; two come later.
        Letters.send(
                broker.bootstrapServers(),
                List.of(table(id, "a", "decode"), table(id, "b", "process"), table(id, "c", "")));
        ManagedTopology topology = run(id, StreamsConfig.AT_LEAST_ONCE, Map.of(), builder -> {
            globalStore(builder, id);
            builder.stream(id + "-in", raw()).process(() -> new ContextualProcessor<byte[], byte[], Void, Void>() {
                @Override
                public void process(Record<byte[], byte[]> record) {}
            });
        });
        await().atMost(PATIENCE).until(() -> topology.status().state() == TopologyState.RUNNING);
        Letters.send(
                broker.bootstrapServers(),
                List.of(table(id, "d", "decode"), table(id, "e", "process"), table(id, "f", "")));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Letters.letters(broker.bootstrapServers(), id + ".dead-letters"))
                        .extracting(letter -> new String(letter.payload().key(), UTF_8))
                        .containsExactlyInAnyOrder("a", "b", "d", "e"));
        assertThat(Letters.letters(broker.bootstrapServers(), id + ".dead-letters"))
                .allSatisfy(letter -> {
                    assertThat(letter.place().stage()).isEqualTo(Stage.GLOBAL);
                    assertThat(letter.origin().topic()).isEqualTo(id + "-table");
                    assertThat(letter.payload().value()).isEqualTo("value".getBytes(UTF_8));
                    assertThat(letter.payload().headers()).hasSize(1);
                });
        assertThat(topology.status().failures()).isZero();
    }

    private static ProducerRecord<byte[], byte[]> table(String id, String key, String fail) {
        return new ProducerRecord<>(
                id + "-table",
                null,
                5L,
                key.getBytes(UTF_8),
                "value".getBytes(UTF_8),
                List.of(header(FaultySerde.FAIL, fail)));
    }

    private void globalStore(StreamsBuilder builder, String id) {
        builder.addGlobalStore(
                Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("table"), Serdes.ByteArray(), Serdes.ByteArray()),
                id + "-table",
                Consumed.with(new FaultySerde(faulty), new FaultySerde(faulty)),
                () -> new ContextualProcessor<byte[], byte[], Void, Void>() {
                    @Override
                    public void process(Record<byte[], byte[]> record) {
                        if (FaultySerde.isToFail(record.headers(), "process")) {
                            throw new IllegalStateException("global");
                        }
                        KeyValueStore<byte[], byte[]> store = context().getStateStore("table");
                        store.put(record.key(), record.value());
                    }
                });
    }

    @Test
    void worksForATopologyThatSomebodyElseBuilt() {
        String id = "plain";
        broker.createTopic(id + "-in", 1);
        broker.createTopic(id + "-out", 1);
        StreamsBuilder builder = new StreamsBuilder();
        pipe(builder, id + "-in", id + "-out");
        List<ProducerRecord<byte[], byte[]>> bad = new ArrayList<>(shapes(id + "-in", "decode"));
        bad.addAll(shapes(id + "-in", "process-late"));
        bad.removeIf(record -> (record.value() != null && record.value().length > 1000)
                || Integer.valueOf(1).equals(record.partition()));
        Letters.send(broker.bootstrapServers(), bad);
        topologies = ManagedTopologies.builder()
                .add(new TopologySpec(
                        "main",
                        new Source.Plain(builder.build()),
                        options(id, StreamsConfig.EXACTLY_ONCE_V2, Map.of())))
                .build();
        topologies.start();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Letters.letters(broker.bootstrapServers(), id + ".dead-letters"))
                        .hasSize(bad.size()));
        List<DeadLetter> letters = Letters.letters(broker.bootstrapServers(), id + ".dead-letters");
        for (ProducerRecord<byte[], byte[]> record : bad) {
            assertThat(letters).anySatisfy(letter -> {
                assertThat(letter.origin().timestamp()).isEqualTo(record.timestamp());
                Letters.assertSame(letter, record.key(), record.value(), record.headers());
            });
        }
        assertThat(topologies.find("main").limitations()).anyMatch(off -> off.startsWith("tries in place"));
    }

    /** Its topics are there before the first record fails, be the source named, internal, or found by a pattern. */
    @Test
    void givesEachSourceATopicOfItsOwn() {
        String id = "sources";
        broker.createTopic(id + "-in", 2);
        broker.createTopic(id + "-found-1", 2);
        Letters.send(
                broker.bootstrapServers(),
                List.of(
                        new ProducerRecord<>(id + "-in", "k".getBytes(UTF_8), "bad".getBytes(UTF_8)),
                        new ProducerRecord<>(id + "-found-1", "k".getBytes(UTF_8), "bad".getBytes(UTF_8))));
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of(
                        "main",
                        builder -> {
                            builder.stream(id + "-in", raw())
                                    .repartition(Repartitioned.<byte[], byte[]>as("spread")
                                            .withKeySerde(Serdes.ByteArray())
                                            .withValueSerde(Serdes.ByteArray())
                                            .withNumberOfPartitions(2))
                                    .foreach((key, value) -> {
                                        throw new IllegalStateException("behind the repartition");
                                    });
                            builder.stream(Pattern.compile(id + "-found-\\d"), raw())
                                    .foreach((key, value) -> {
                                        throw new IllegalStateException("found");
                                    });
                        },
                        options(id, StreamsConfig.EXACTLY_ONCE_V2, Map.of())
                                .withDeadLetters(DeadLetterOptions.DEFAULT.withTopic(
                                        DeadLetterTopic.DEFAULT.named("{source}.rejected")))))
                .build();
        topologies.start();

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(Letters.letters(broker.bootstrapServers(), id + "-spread-repartition.rejected"))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.cause().message()).isEqualTo("behind the repartition"));
            assertThat(Letters.letters(broker.bootstrapServers(), id + "-found-1.rejected"))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.cause().message()).isEqualTo("found"));
        });
        assertThat(topologies.find("main").status().generation()).isEqualTo(1);
        assertThat(topologies
                        .find("main")
                        .serdes(id + "-found-2")
                        .showValue(id + "-found-2", List.of(), "v".getBytes(UTF_8)))
                .isEqualTo("v");
    }

    private static Consumed<byte[], byte[]> raw() {
        return Consumed.with(Serdes.ByteArray(), Serdes.ByteArray());
    }

    private ManagedTopology run(String id, String guarantee, Map<String, Object> more, TopologyDefinition definition) {
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of("main", definition, options(id, guarantee, more)))
                .build();
        topologies.start();
        return topologies.find("main");
    }

    private TopologyOptions options(String id, String guarantee, Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, id);
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 100);
        config.putAll(more);
        return TopologyOptions.of(config).withDeadLetters(DeadLetterOptions.DEFAULT);
    }
}
