package io.streamsboot.topology.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Counted;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.SessionWindows;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.kstream.Window;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.AggregationWithHeaders;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.SessionStoreWithHeaders;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.TimestampedKeyValueStoreWithHeaders;
import org.apache.kafka.streams.state.TimestampedWindowStoreWithHeaders;
import org.apache.kafka.streams.state.ValueTimestampHeaders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores whose writes stay apart until they are committed, which happens here on demand only; and what headers they keep. */
@WithDevBroker
@TestInstance(Lifecycle.PER_CLASS)
class QueryIsolationIT {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final List<String> STORES = List.of(
            "table", "memory", "windows", "sessions", "versions", "tracedTable", "tracedWindows", "tracedSessions");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String COMMIT = "commit";

    private ManagedTopologies topologies;
    private StreamsQueries queries;

    @BeforeAll
    void run(DevBroker broker, @TempDir Path state) throws ExecutionException, InterruptedException {
        broker.createTopic("in", 1);
        ManagedTopologies.Builder builder = ManagedTopologies.builder();
        for (String name : List.of("plain", "transactional")) {
            Map<String, Object> config = Map.of(
                    "application.id",
                    "isolation-" + name,
                    "bootstrap.servers",
                    broker.bootstrapServers(),
                    "state.dir",
                    state.resolve(name).toString(),
                    "commit.interval.ms",
                    3_600_000,
                    "auto.offset.reset",
                    "earliest",
                    "enable.transactional.statestores",
                    !name.equals("plain"));
            TopologyDefinition definition = QueryIsolationIT::define;
            builder.add(TopologySpec.of(name, definition, TopologyOptions.of(config)));
        }
        topologies = builder.build();
        StreamsQueries.Builder asking = StreamsQueries.builder(topologies);
        for (String topology : List.of("plain", "transactional")) {
            STORES.forEach(store ->
                    asking.declare(topology, StoreSerdes.of(store, Serdes.String(), Serdes.String()), "the test"));
            asking.declare(topology, StoreSerdes.of("lru", Serdes.String(), Serdes.String()), "the test");
        }
        queries = asking.build();
        topologies.start();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            send(producer, "a", "committed");
            send(producer, COMMIT, "now");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> ask("transactional", "table", "a", IsolationLevel.READ_COMMITTED) instanceof Found);
            send(producer, "a", "open");
            send(producer, "b", "open");
            for (String topology : List.of("plain", "transactional")) {
                await().atMost(Duration.ofSeconds(60)).until(() -> ask(topology, "memory", "b", null) instanceof Found);
            }
        }
    }

    private static void send(KafkaProducer<String, String> producer, String key, String value)
            throws ExecutionException, InterruptedException {
        ProducerRecord<String, String> record = new ProducerRecord<>("in", null, NOON.toEpochMilli(), key, value);
        record.headers().add("trace", value.getBytes(UTF_8)).add("nothing", null);
        producer.send(record).get();
    }

    private static void define(StreamsBuilder builder) {
        builder.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("memory"), Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.keyValueStoreBuilder(Stores.lruMap("lru", 10), Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.timestampedKeyValueStoreWithHeadersBuilder(
                Stores.persistentTimestampedKeyValueStoreWithHeaders("tracedTable"), Serdes.String(), Serdes.String()));
        builder.addStateStore(Stores.timestampedWindowStoreWithHeadersBuilder(
                Stores.persistentTimestampedWindowStoreWithHeaders("tracedWindows", DAY, MINUTE, false),
                Serdes.String(),
                Serdes.String()));
        builder.addStateStore(Stores.sessionStoreWithHeadersBuilder(
                Stores.persistentSessionStoreWithHeaders("tracedSessions", DAY), Serdes.String(), Serdes.String()));
        var stream = builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()));
        stream.toTable(Materialized.<String, String>as(Stores.persistentVersionedKeyValueStore("versions", DAY))
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String()));
        stream.toTable(Materialized.<String, String, KeyValueStore<Bytes, byte[]>>as("table")
                .withKeySerde(Serdes.String())
                .withValueSerde(Serdes.String()));
        stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(TimeWindows.ofSizeAndGrace(MINUTE, DAY))
                .count(Materialized.as("windows"));
        stream.groupByKey(Grouped.with(Serdes.String(), Serdes.String()))
                .windowedBy(SessionWindows.ofInactivityGapAndGrace(Duration.ofSeconds(10), DAY))
                .count(Materialized.as("sessions"));
        stream.processValues(Committer::new, "memory", "lru", "tracedTable", "tracedWindows", "tracedSessions");
    }

    private static final class Session extends Window {

        Session(long start, long end) {
            super(start, end);
        }

        @Override
        public boolean overlap(Window other) {
            return startMs <= other.end() && endMs >= other.start();
        }
    }

    /** Writes, and commits when it is told to. */
    private static final class Committer extends ContextualFixedKeyProcessor<String, String, String> {

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            for (String name : List.of("memory", "lru")) {
                KeyValueStore<String, String> store = context().getStateStore(name);
                store.put(record.key(), record.value());
            }
            TimestampedKeyValueStoreWithHeaders<String, String> table =
                    context().getStateStore("tracedTable");
            table.put(record.key(), ValueTimestampHeaders.make(record.value(), record.timestamp(), record.headers()));
            TimestampedWindowStoreWithHeaders<String, String> windows =
                    context().getStateStore("tracedWindows");
            windows.put(
                    record.key(),
                    ValueTimestampHeaders.make(record.value(), record.timestamp(), record.headers()),
                    record.timestamp());
            SessionStoreWithHeaders<String, String> sessions = context().getStateStore("tracedSessions");
            sessions.put(
                    new Windowed<>(record.key(), new Session(record.timestamp(), record.timestamp())),
                    AggregationWithHeaders.make(record.value(), record.headers()));
            if (record.key().equals(COMMIT)) {
                context().commit();
            }
        }
    }

    @AfterAll
    void stop() {
        queries.close();
        topologies.close();
    }

    private QueryResult ask(String topology, String store, String key, IsolationLevel level) {
        return queries.execute(QueryRequest.of(topology, store, StoreQuery.get(key))
                .with(level == null ? QueryOptions.DEFAULT : QueryOptions.DEFAULT.withIsolation(level)));
    }

    private Found found(String topology, String store, String key, IsolationLevel level) {
        QueryResult result = ask(topology, store, key, level);
        assertThat(result).as(topology + " " + store).isInstanceOf(Found.class);
        return (Found) result;
    }

    private static boolean isList(String store) {
        return store.endsWith("indows") || store.endsWith("essions");
    }

    @Test
    void whatIsNotCommittedIsHiddenOrShownAsAsked() {
        for (String store : STORES) {
            String topology = "transactional";
            boolean list = isList(store);
            boolean count = store.equals("windows") || store.equals("sessions");
            Found open = found(topology, store, "a", IsolationLevel.READ_UNCOMMITTED);
            assertThat(open.answer().isolation()).isEqualTo(IsolationLevel.READ_UNCOMMITTED);
            assertThat(open.entry().value()).as(store).isEqualTo(count ? (Object) 2L : "open");
            Found committed = found(topology, store, "a", IsolationLevel.READ_COMMITTED);
            assertThat(committed.answer().isolation()).isEqualTo(IsolationLevel.READ_COMMITTED);
            assertThat(committed.entry().value()).as(store).isEqualTo(count ? (Object) 1L : "committed");
            QueryResult absent = ask(topology, store, "b", IsolationLevel.READ_COMMITTED);
            if (list) {
                assertThat(((Found) absent).entries()).as(store).isEmpty();
            } else {
                assertThat(absent).as(store).isInstanceOf(Absent.class);
            }
            assertThat(found(topology, store, "b", null).answer().isolation())
                    .as("Kafka's default")
                    .isEqualTo(IsolationLevel.READ_UNCOMMITTED);
        }
    }

    @Test
    void listsAreIsolatedToo() {
        String topology = "transactional";
        for (String store : STORES) {
            if (store.equals("versions")) {
                continue;
            }
            QueryRequest all = QueryRequest.of(topology, store, StoreQuery.all());
            assertThat(queries.stream(all.with(QueryOptions.DEFAULT.withIsolation(IsolationLevel.READ_COMMITTED)))
                            .map(QueryEntry::key))
                    .as(store)
                    .containsExactly("a", COMMIT);
            assertThat(queries.stream(all).map(QueryEntry::key)).as(store).containsExactly("a", "b", COMMIT);
        }
        assertThat(queries.execute(QueryRequest.of(topology, "table", new StoreQuery.Prefix("b"))
                        .with(QueryOptions.DEFAULT.withIsolation(IsolationLevel.READ_COMMITTED))))
                .isInstanceOfSatisfying(
                        Found.class, none -> assertThat(none.entries()).isEmpty());
        assertThat(queries.execute(QueryRequest.of(topology, "table", new StoreQuery.Count())
                        .with(QueryOptions.DEFAULT.withIsolation(IsolationLevel.READ_COMMITTED))))
                .isInstanceOf(Counted.class);
    }

    @Test
    void theWayThereIsToldToWhoeverCannotHaveIt() {
        for (String store : STORES) {
            assertThat(ask("plain", store, "a", IsolationLevel.READ_COMMITTED))
                    .as(store)
                    .isInstanceOfSatisfying(
                            Invalid.class,
                            invalid -> assertThat(invalid.message())
                                    .contains("not transactional", "enable.transactional.statestores=true", "'plain'"));
            assertThat(found("plain", store, "a", IsolationLevel.READ_UNCOMMITTED)
                            .answer()
                            .isolation())
                    .isEqualTo(IsolationLevel.READ_UNCOMMITTED);
        }
        assertThat(ask("transactional", "lru", "a", IsolationLevel.READ_COMMITTED))
                .isInstanceOfSatisfying(
                        Invalid.class, invalid -> assertThat(invalid.message()).contains("'lru' is not transactional"));
        assertThat(found("transactional", "lru", "a", null).entry().value()).isEqualTo("open");
    }

    @Test
    void thePositionIsThatOfWhatIsRead() {
        long open = position(IsolationLevel.READ_UNCOMMITTED);
        assertThat(position(IsolationLevel.READ_COMMITTED)).isLessThan(open);
        QueryOptions reached = QueryOptions.DEFAULT
                .withMinPosition(Map.of("in", Map.of(0, open)))
                .withTimeout(Duration.ofMillis(50));
        QueryRequest request = QueryRequest.of("transactional", "table", StoreQuery.get("a"));
        assertThat(queries.execute(request.with(reached))).isInstanceOf(Found.class);
        assertThat(queries.execute(request.with(reached.withIsolation(IsolationLevel.READ_COMMITTED))))
                .isInstanceOf(QueryResult.NotReady.class);
        assertThat(queries.execute(QueryRequest.of("transactional", "windows", StoreQuery.get("a"))
                        .with(reached.withIsolation(IsolationLevel.READ_COMMITTED))))
                .isInstanceOfSatisfying(
                        Invalid.class, invalid -> assertThat(invalid.message()).contains("minPosition"));
    }

    private long position(IsolationLevel level) {
        return found("transactional", "table", "a", level)
                .answer()
                .parts()
                .get(0)
                .position()
                .get("in")
                .get(0);
    }

    @ParameterizedTest
    @CsvSource({
        "tracedTable, timestamped-key-value-with-headers",
        "tracedWindows, timestamped-window-with-headers",
        "tracedSessions, session-with-headers"
    })
    void headersAreShown(String store, String kind) {
        for (StoreQuery query : List.of(StoreQuery.get("b"), StoreQuery.all())) {
            Found found = (Found) queries.execute(QueryRequest.of("transactional", store, query));
            assertThat(found.answer().kind()).hasToString(kind);
            QueryEntry entry = found.entries().stream()
                    .filter(candidate -> candidate.key().equals("b"))
                    .findFirst()
                    .orElseThrow();
            assertThat(entry.headers()).extracting(QueryEntry.Header::name).containsExactly("trace", "nothing");
            assertThat(entry.headers().get(0).value()).asString(UTF_8).isEqualTo("open");
            assertThat(entry.headers().get(1).value()).isNull();
            if (!store.equals("tracedSessions")) {
                assertThat(entry.timestamp()).isEqualTo(NOON.toEpochMilli());
            }
        }
        assertThat(found("transactional", store, "a", IsolationLevel.READ_COMMITTED)
                        .entry()
                        .headers()
                        .get(0)
                        .value())
                .asString(UTF_8)
                .isEqualTo("committed");
        assertThat(found("transactional", "table", "a", null).entry().headers()).isNull();
    }
}
