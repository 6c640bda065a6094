package io.streamsboot.topology.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.codec.JsonSerde;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.query.QueryAnswer.Role;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Counted;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.QueryResult.Unknown;
import io.streamsboot.topology.query.QueryResult.WrongKind;
import io.streamsboot.topology.query.StoreQuery.AllWindows;
import io.streamsboot.topology.query.StoreQuery.Count;
import io.streamsboot.topology.query.StoreQuery.Get;
import io.streamsboot.topology.query.StoreQuery.History;
import io.streamsboot.topology.query.StoreQuery.Prefix;
import io.streamsboot.topology.query.StoreQuery.Range;
import io.streamsboot.topology.query.StoreQuery.Windows;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Every shape and every kind of key, compared with plain maps that saw the same records. */
@WithDevBroker
@TestInstance(Lifecycle.PER_CLASS)
class StreamsQueriesIT {

    private static final int PARTITIONS = 3;
    private static final int KEYS = 40;
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    record Id(String land, int number) {}

    private final Map<String, Map<Object, String>> tables = new HashMap<>();
    private final Map<String, KeyKind<?>> kinds = Map.of(
            "strings", new KeyKind<>(Serdes.String(), i -> "key-" + i),
            "integers", new KeyKind<>(Serdes.Integer(), i -> i - 20),
            "longs", new KeyKind<>(Serdes.Long(), i -> i * 1_000_000_000L),
            "uuids", new KeyKind<>(Serdes.UUID(), i -> new UUID(i * 7_777_777_777L, i)),
            "json", new KeyKind<>(JsonSerde.of(Id.class), i -> new Id("land/" + i, i)),
            "bytes", new KeyKind<>(Serdes.ByteArray(), i -> new byte[] {(byte) (i * 6), i.byteValue()}));

    private ManagedTopologies topologies;
    private StreamsQueries queries;

    private record KeyKind<K>(Serde<K> serde, Function<Integer, K> key) {

        byte[] bytes(int i) {
            return serde.serializer().serialize("", key.apply(i));
        }
    }

    @BeforeAll
    void run(DevBroker broker, @TempDir Path state) throws Exception {
        for (String table : kinds.keySet()) {
            broker.createTopic(table, PARTITIONS);
        }
        broker.createTopic("globals", 2);
        broker.createTopic("misplaced", PARTITIONS);
        write(broker);
        Map<String, Object> config = Map.of(
                "application.id",
                "queries",
                "bootstrap.servers",
                broker.bootstrapServers(),
                "state.dir",
                state.toString(),
                "num.stream.threads",
                2,
                "commit.interval.ms",
                100,
                "statestore.cache.max.bytes",
                1_000_000);
        TopologyDefinition definition = this::define;
        topologies = ManagedTopologies.builder()
                .add(TopologySpec.of("all", definition, TopologyOptions.of(config)))
                .build();
        StreamsQueries.Builder builder = StreamsQueries.builder(topologies);
        kinds.forEach((table, kind) -> declare(builder, table + "-table", kind.serde()));
        for (String store : List.of("plain", "windows", "sessions", "versions", "globals-table", "misplaced-table")) {
            declare(builder, store, Serdes.String());
        }
        declare(builder, "wrongly-declared", Serdes.Integer());
        queries = builder.build();
        topologies.start();
        await().atMost(Duration.ofSeconds(60)).until(this::everythingIsRead);
    }

    private boolean everythingIsRead() {
        return IntStream.range(0, KEYS)
                .allMatch(i -> kinds.entrySet().stream()
                                .allMatch(table -> has(
                                        table.getKey() + "-table",
                                        table.getValue().key().apply(i),
                                        "value-" + i))
                        && has("misplaced-table", "key-" + i, "value-" + i)
                        && has("globals-table", "key-" + i, "value-" + i)
                        && has("versions", "key-" + i, "minute-2"));
    }

    private boolean has(String store, Object key, String value) {
        return ask(store, StoreQuery.get(key)) instanceof Found found
                && found.entry().value().equals(value);
    }

    private static void declare(StreamsQueries.Builder builder, String store, Serde<?> keys) {
        builder.declare("all", StoreSerdes.of(store, keys, Serdes.String()), "the test");
    }

    private long count(String store) {
        return ask(store, new Count()) instanceof Counted counted ? counted.count() : -1;
    }

    private void define(StreamsBuilder builder) {
        kinds.forEach((table, kind) -> table(builder, table, kind.serde()));
        builder.globalTable(
                "globals", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("globals-table"));
        table(builder, "misplaced", Serdes.String());
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("plain"), Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore("wrongly-declared"), Serdes.String(), Serdes.String()));
        var stream = builder.stream("strings-copy", Consumed.with(Serdes.String(), Serdes.String()));
        stream.processValues(() -> new Copy("plain"), "plain");
        stream.processValues(() -> new Copy("wrongly-declared"), "wrongly-declared");
        stream.groupByKey()
                .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofMinutes(1), Duration.ofDays(1)))
                .count(Materialized.as("windows"));
        stream.groupByKey()
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofSeconds(10), Duration.ofDays(1)))
                .count(Materialized.as("sessions"));
        stream.toTable(
                Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("versions", Duration.ofDays(1)))
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.String()));
    }

    private static <K> void table(StreamsBuilder builder, String topic, Serde<K> keys) {
        builder.table(topic, Consumed.with(keys, Serdes.String()), Materialized.as(topic + "-table"));
    }

    private static final class Copy extends ContextualFixedKeyProcessor<String, String, String> {

        private final String name;
        private KeyValueStore<String, String> store;

        Copy(String name) {
            this.name = name;
        }

        @Override
        public void init(FixedKeyProcessorContext<String, String> context) {
            super.init(context);
            store = context.getStateStore(name);
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            store.put(record.key(), record.value());
        }
    }

    private void write(DevBroker broker) throws ExecutionException, InterruptedException {
        broker.createTopic("strings-copy", PARTITIONS);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < KEYS; i++) {
                for (Map.Entry<String, KeyKind<?>> table : kinds.entrySet()) {
                    KeyKind<?> kind = table.getValue();
                    for (String value : new String[] {"old", "value-" + i}) {
                        producer.send(record(table.getKey(), null, NOON, kind.bytes(i), value));
                    }
                    tables.computeIfAbsent(table.getKey(), name -> new HashMap<>())
                            .put(kind.key().apply(i), "value-" + i);
                }
                byte[] key = ("key-" + i).getBytes(UTF_8);
                producer.send(record("globals", null, NOON, key, "value-" + i));
                producer.send(record("misplaced", i % PARTITIONS, NOON, key, "value-" + i));
            }
            for (int minute = 0; minute < 3; minute++) {
                for (int i = 0; i < KEYS; i++) {
                    byte[] key = ("key-" + i).getBytes(UTF_8);
                    producer.send(
                            record("strings-copy", null, NOON.plusSeconds(minute * 60L), key, "minute-" + minute));
                }
            }
            producer.flush();
        }
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, Integer partition, Instant time, byte[] key, String value) {
        return new ProducerRecord<>(topic, partition, time.toEpochMilli(), key, value.getBytes(UTF_8));
    }

    @AfterAll
    void stop() {
        queries.close();
        topologies.close();
    }

    @AfterEach
    void noIteratorStaysOpen() {
        KafkaStreams streams = topologies.find("all").kafkaStreams();
        double open = streams.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("num-open-iterators"))
                .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
                .sum();
        assertThat(open).isZero();
    }

    private QueryResult ask(String store, StoreQuery query) {
        return queries.execute(QueryRequest.of("all", store, query));
    }

    private Found found(String store, StoreQuery query) {
        QueryResult result = ask(store, query);
        assertThat(result).isInstanceOf(Found.class);
        return (Found) result;
    }

    private static Object comparable(Object key) {
        return key instanceof byte[] bytes ? Arrays.toString(bytes) : key;
    }

    @Test
    void findsEveryKeyOfEveryKind() {
        kinds.forEach((table, kind) -> {
            for (int i = 0; i < KEYS; i++) {
                Found found = found(table + "-table", StoreQuery.get(kind.key().apply(i)));
                assertThat(found.entry().value()).as(table + i).isEqualTo("value-" + i);
                assertThat(found.entry().timestamp()).isEqualTo(NOON.toEpochMilli());
                QueryAnswer.Part part = found.answer().parts().get(0);
                assertThat(part.role()).isEqualTo(Role.ACTIVE);
                assertThat(part.position()).containsKey(table);
                assertThat(part.staleness()).isZero();
                assertThat(part.generation()).isEqualTo(1);
                assertThat(found.answer().placementMismatch()).isNull();
            }
            assertThat(ask(table + "-table", StoreQuery.get(kind.key().apply(KEYS + 1))))
                    .isInstanceOf(Absent.class);
        });
    }

    @Test
    void readsKeysFromText() {
        Map<String, String> texts = Map.of(
                "strings", "key-7",
                "integers", "-13",
                "longs", "7000000000",
                "uuids", new UUID(7 * 7_777_777_777L, 7).toString(),
                "json", "{\"land\": \"land/7\", \"number\": 7}",
                "bytes", Base64.getEncoder().encodeToString(new byte[] {42, 7}));
        texts.forEach((table, text) -> {
            assertThat(found(table + "-table", StoreQuery.get(TextKey.of(text)))
                            .entry()
                            .value())
                    .isEqualTo("value-7");
            String serialized =
                    Base64.getUrlEncoder().encodeToString(kinds.get(table).bytes(7));
            assertThat(found(table + "-table", StoreQuery.get(new TextKey(serialized, true)))
                            .entry()
                            .value())
                    .isEqualTo("value-7");
        });
        for (String table : List.of("integers", "longs", "uuids", "json", "bytes")) {
            assertThat(ask(table + "-table", StoreQuery.get(TextKey.of("#?"))))
                    .isInstanceOfSatisfying(
                            Invalid.class,
                            invalid -> assertThat(invalid.message()).contains("key", "declared by the test"));
        }
    }

    @Test
    void listsAreMergedInTheOrderOfBytesAndComeInPages() {
        kinds.forEach((table, kind) -> {
            List<Integer> sorted =
                    new ArrayList<>(IntStream.range(0, KEYS).boxed().toList());
            sorted.sort((a, b) -> Arrays.compareUnsigned(kind.bytes(a), kind.bytes(b)));
            List<Object> expected =
                    sorted.stream().map(i -> comparable(kind.key().apply(i))).toList();
            for (int limit : new int[] {1, 7, KEYS, 1000}) {
                assertThat(keys(table + "-table", StoreQuery.all(), limit))
                        .as(table)
                        .isEqualTo(expected);
            }
            List<Object> reversed = new ArrayList<>(expected);
            Collections.reverse(reversed);
            assertThat(keys(table + "-table", new Range(null, null, true), 7)).isEqualTo(reversed);
            Object from = kind.key().apply(sorted.get(5));
            Object to = kind.key().apply(sorted.get(30));
            assertThat(keys(table + "-table", new Range(from, to, false), 4)).isEqualTo(expected.subList(5, 31));
            assertThat(keys(table + "-table", new Range(from, null, false), 100))
                    .isEqualTo(expected.subList(5, KEYS));
            assertThat(keys(table + "-table", new Range(null, to, true), 6)).isEqualTo(reversed.subList(9, KEYS));
        });
        Found page = (Found) queries.execute(
                QueryRequest.of("all", "strings-table", StoreQuery.all()).page(5, null));
        assertThat(page.entries()).hasSize(5);
        assertThat(page.answer().parts()).hasSize(PARTITIONS);
        assertThat(page.answer().order()).contains("ascending");
    }

    private List<Object> keys(String store, StoreQuery query, int limit) {
        return queries.stream(QueryRequest.of("all", store, query).page(limit, null))
                .map(entry -> comparable(entry.key()))
                .toList();
    }

    @Test
    void refusesBoundsWhoseBytesAreInverted() {
        assertThat(ask("integers-table", new Range(-2, 2, false)))
                .isInstanceOfSatisfying(
                        Invalid.class, invalid -> assertThat(invalid.message()).contains("negative"));
        assertThat(keys("integers-table", new Range(-2, -1, false), 10)).containsExactly(-2, -1);
    }

    @Test
    void prefixesAndCounts() {
        assertThat(keys("strings-table", new Prefix("key-1"), 3))
                .containsExactly(
                        "key-1", "key-10", "key-11", "key-12", "key-13", "key-14", "key-15", "key-16", "key-17",
                        "key-18", "key-19");
        assertThat(keys("plain", new Prefix(TextKey.of("key-3")), 100)).hasSize(11);
        assertThat(ask("integers-table", new Prefix(1))).isInstanceOf(Invalid.class);
        assertThat(count("plain")).isEqualTo(KEYS);
    }

    @Test
    void windowsOfOneKeyAndOfAll() {
        Found all = found("windows", StoreQuery.get("key-3"));
        assertThat(all.answer().kind()).isEqualTo(StoreKind.TIMESTAMPED_WINDOW);
        assertThat(all.entries())
                .extracting(entry -> entry.window().start())
                .containsExactly(NOON, NOON.plusSeconds(60), NOON.plusSeconds(120));
        assertThat(all.entries()).extracting(QueryEntry::value).containsExactly(1L, 1L, 1L);
        assertThat(all.entries())
                .allSatisfy(entry -> assertThat(entry.window().end())
                        .isEqualTo(entry.window().start().plusSeconds(60)));
        assertThat(found("windows", new Windows("key-3", NOON.plusSeconds(1), null, true))
                        .entries())
                .extracting(entry -> entry.window().start())
                .containsExactly(NOON.plusSeconds(120), NOON.plusSeconds(60));
        assertThat(found("windows", StoreQuery.get("nobody")).entries()).isEmpty();
        QueryRequest request = QueryRequest.of("all", "windows", new AllWindows(null, NOON.plusSeconds(60), false));
        List<QueryEntry> entries = queries.stream(request.page(13, null)).toList();
        assertThat(entries).hasSize(2 * KEYS);
        assertThat(entries.subList(0, KEYS))
                .allSatisfy(entry -> assertThat(entry.window().start()).isEqualTo(NOON));
        assertThat(entries.subList(KEYS, 2 * KEYS)).extracting(QueryEntry::key).doesNotHaveDuplicates();
    }

    @Test
    void sessionsOfAKey() {
        Found all = found("sessions", StoreQuery.get("key-3"));
        assertThat(all.answer().kind()).isEqualTo(StoreKind.SESSION);
        assertThat(all.entries()).hasSize(3);
        assertThat(found("sessions", new Windows("key-3", NOON.plusSeconds(50), NOON.plusSeconds(60), false))
                        .entries())
                .extracting(entry -> entry.window().start())
                .containsExactly(NOON.plusSeconds(60));
        assertThat(found("sessions", new Windows("key-3", NOON.minusSeconds(9), NOON.minusSeconds(1), false))
                        .entries())
                .isEmpty();
    }

    @Test
    void sessionsOfAllKeys() {
        QueryRequest all = QueryRequest.of("all", "sessions", StoreQuery.all());
        List<QueryEntry> entries = queries.stream(all.page(13, null)).toList();
        assertThat(entries).hasSize(3 * KEYS);
        assertThat(entries.subList(0, KEYS))
                .allSatisfy(entry -> assertThat(entry.window().start()).isEqualTo(NOON))
                .extracting(QueryEntry::key)
                .doesNotHaveDuplicates();
        assertThat(found("sessions", new AllWindows(NOON.plusSeconds(50), NOON.plusSeconds(60), true))
                        .entries())
                .hasSize(KEYS)
                .allSatisfy(entry -> assertThat(entry.window().start()).isEqualTo(NOON.plusSeconds(60)));
        QueryOptions position = QueryOptions.DEFAULT.withMinPosition(Map.of("strings-copy", Map.of(0, 1L)));
        assertThat(queries.execute(all.with(position))).isInstanceOf(Invalid.class);
        assertThat(ask("sessions", new Range("a", "b", false))).isInstanceOf(WrongKind.class);
    }

    @Test
    void versionsOfAKey() {
        Found latest = found("versions", StoreQuery.get("key-3"));
        assertThat(latest.answer().kind()).isEqualTo(StoreKind.VERSIONED);
        assertThat(latest.entry().value()).isEqualTo("minute-2");
        assertThat(found("versions", new Get("key-3", NOON.plusSeconds(90)))
                        .entry()
                        .value())
                .isEqualTo("minute-1");
        assertThat(ask("versions", new Get("key-3", NOON.minusSeconds(1)))).isInstanceOf(Absent.class);
        assertThat(ask("versions", StoreQuery.get("nobody")))
                .isInstanceOfSatisfying(
                        Absent.class,
                        absent -> assertThat(absent.answer().parts()).hasSize(PARTITIONS));
        QueryRequest history = QueryRequest.of("all", "versions", new History("key-3", null, null, false));
        assertThat(queries.stream(history.page(2, null)).map(QueryEntry::value))
                .containsExactly("minute-0", "minute-1", "minute-2");
        assertThat(found("versions", new History("key-3", null, NOON.plusSeconds(60), true))
                        .entries())
                .extracting(QueryEntry::value)
                .containsExactly("minute-1", "minute-0");
    }

    @Test
    void globalStores() {
        Found found = found("globals-table", StoreQuery.get("key-9"));
        assertThat(found.entry().value()).isEqualTo("value-9");
        assertThat(found.answer().parts().get(0).role()).isEqualTo(Role.GLOBAL);
        assertThat(ask("globals-table", StoreQuery.get("nobody"))).isInstanceOf(Absent.class);
        assertThat(keys("globals-table", StoreQuery.all(), 9)).hasSize(KEYS).doesNotHaveDuplicates();
        QueryOptions position = QueryOptions.DEFAULT.withMinPosition(Map.of("globals", Map.of(0, 1L)));
        assertThat(queries.execute(QueryRequest.of("all", "globals-table", StoreQuery.get("key-9"))
                        .with(position)))
                .isInstanceOf(Invalid.class);
    }

    @Test
    void keysInOtherPartitionsThanDeclaredAreFound() {
        for (int i = 0; i < KEYS; i++) {
            Found found = found("misplaced-table", StoreQuery.get("key-" + i));
            assertThat(found.entry().value()).isEqualTo("value-" + i);
        }
        assertThat(ask("misplaced-table", StoreQuery.get("nobody"))).isInstanceOfSatisfying(Absent.class, absent -> {
            assertThat(absent.answer().parts()).hasSize(PARTITIONS);
            assertThat(absent.answer().placementMismatch()).contains("the test");
        });
    }

    @Test
    void aWrongDeclarationIsNoAbsence() {
        assertThat(ask("wrongly-declared", StoreQuery.get(5)))
                .isInstanceOfSatisfying(
                        Invalid.class, invalid -> assertThat(invalid.message()).contains("Declare"));
    }

    @Test
    void waitsForAPositionUntilTheDeadline() {
        QueryRequest request = QueryRequest.of("all", "strings-table", StoreQuery.get("key-1"));
        int partition = found("strings-table", StoreQuery.get("key-1")).entry().partition();
        QueryOptions reached = QueryOptions.DEFAULT.withMinPosition(Map.of("strings", Map.of(partition, 1L)));
        assertThat(queries.execute(request.with(reached))).isInstanceOf(Found.class);
        QueryOptions beyond = QueryOptions.DEFAULT
                .withMinPosition(Map.of("strings", Map.of(partition, 1_000_000L)))
                .withTimeout(Duration.ofMillis(100));
        assertThat(queries.execute(request.with(beyond)))
                .isInstanceOfSatisfying(
                        NotReady.class, not -> assertThat(not.reason()).isEqualTo(Reason.BEHIND));
    }

    @Test
    void saysWhatIsUnknownOrWrong() {
        assertThat(queries.execute(QueryRequest.of("nothing", "strings-table", StoreQuery.get("a"))))
                .isEqualTo(new Unknown("topology", "nothing", Set.of("all")));
        assertThat(ask("nothing", StoreQuery.get("a")))
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.known()).contains("strings-table"));
        assertThat(ask("strings-table", new History("a", null, null, false))).isInstanceOf(WrongKind.class);
        QueryRequest request = QueryRequest.of("all", "strings-table", StoreQuery.all());
        assertThat(queries.execute(request.page(5, "garbage!"))).isInstanceOf(Invalid.class);
        String other = ((Found) queries.execute(request.page(5, null))).next();
        assertThat(queries.execute(QueryRequest.of("all", "integers-table", StoreQuery.all())
                        .page(5, other)))
                .isInstanceOf(Invalid.class);
        assertThat(queries.execute(request.with(QueryOptions.DEFAULT.withPartitions(Set.of(PARTITIONS)))))
                .isInstanceOf(Invalid.class);
    }

    @Test
    void describesAllStores() {
        assertThat(queries.stores())
                .filteredOn(store -> store.store().equals("uuids-table"))
                .singleElement()
                .satisfies(store -> {
                    assertThat(store.kind()).isEqualTo(StoreKind.TIMESTAMPED_KEY_VALUE);
                    assertThat(store.keyType()).isEqualTo(new StoreDescription.DataType("UUID", UUID.class));
                    assertThat(store.partitions()).hasSize(PARTITIONS);
                });
    }
}
