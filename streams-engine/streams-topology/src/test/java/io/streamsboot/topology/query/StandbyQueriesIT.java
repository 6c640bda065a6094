package io.streamsboot.topology.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.query.QueryAnswer.Part;
import io.streamsboot.topology.query.QueryAnswer.Role;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.HostInfo;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances, of which one has the store and the other a copy, which answers when the owner cannot be asked. */
@WithDevBroker
class StandbyQueriesIT {

    private static final HostInfo FIRST = new HostInfo("first", 1);
    private static final HostInfo SECOND = new HostInfo("second", 2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<HostInfo, StreamsQueries> queries = new ConcurrentHashMap<>();
    private volatile boolean cut;

    private record Instance(HostInfo host, ManagedTopologies topologies, StreamsQueries queries)
            implements AutoCloseable {

        QueryResult ask(String key, Long maxStaleness) {
            QueryOptions options = QueryOptions.DEFAULT.withTimeout(Duration.ofMillis(300));
            return queries.execute(QueryRequest.of("all", "table", StoreQuery.get(key))
                    .with(maxStaleness == null ? options : options.withMaxStaleness(maxStaleness)));
        }

        KafkaStreams streams() {
            return topologies.find("all").kafkaStreams();
        }

        @Override
        public void close() {
            queries.close();
            topologies.close();
        }
    }

    private Instance start(HostInfo host, DevBroker broker, Path state) {
        TopologyDefinition definition = builder ->
                builder.table("in", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"));
        Map<String, Object> config = Map.of(
                "application.id",
                "standby",
                "bootstrap.servers",
                broker.bootstrapServers(),
                "application.server",
                host.host() + ":" + host.port(),
                "state.dir",
                state.resolve(host.host()).toString(),
                "num.standby.replicas",
                1,
                "commit.interval.ms",
                50,
                "auto.offset.reset",
                "earliest",
                "statestore.cache.max.bytes",
                0,
                "topology.optimization",
                "none");
        ManagedTopologies topologies = ManagedTopologies.builder()
                .add(TopologySpec.of("all", definition, TopologyOptions.of(config)))
                .build();
        StreamsQueries asking = StreamsQueries.builder(topologies)
                .declare("all", StoreSerdes.of("table", Serdes.String(), Serdes.String()), "the test")
                .peers((peer, request, partitions, timeout) -> cut
                        ? new NotReady(Reason.UNREACHABLE, "cut off", Duration.ofSeconds(1))
                        : queries.get(peer).execute(request))
                .build();
        queries.put(host, asking);
        topologies.start();
        return new Instance(host, topologies, asking);
    }

    private static void send(DevBroker broker, String value) throws ExecutionException, InterruptedException {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>("in", "key", value)).get();
        }
    }

    private static boolean has(QueryResult result, String value, Role role) {
        return result instanceof Found found
                && found.entry().value().equals(value)
                && found.answer().parts().get(0).role() == role;
    }

    @Test
    void aCopyAnswersOnlyWithinWhatItMayLag(DevBroker broker, @TempDir Path state) throws Exception {
        broker.createTopic("in", 1);
        send(broker, "one");
        try (Instance first = start(FIRST, broker, state);
                Instance second = start(SECOND, broker, state)) {
            await().atMost(PATIENCE)
                    .until(() -> Stream.of(first, second)
                            .allMatch(instance -> has(instance.ask("key", null), "one", Role.ACTIVE)));
            cut = true;
            Instance copy = settled(first, second);
            Instance active = copy.equals(first) ? second : first;

            eventually(
                    () -> copy.ask("key", null),
                    result -> assertThat(result)
                            .isInstanceOfSatisfying(
                                    NotReady.class,
                                    not -> assertThat(not.reason()).isEqualTo(Reason.UNREACHABLE)));
            eventually(
                    () -> copy.ask("nobody", 1_000L),
                    result -> assertThat(result)
                            .isInstanceOfSatisfying(
                                    NotReady.class,
                                    not -> assertThat(not.reason())
                                            .as("only the owner proves an absence")
                                            .isEqualTo(Reason.STALE)));
            eventually(
                    () -> active.ask("nobody", null),
                    result -> assertThat(result).isInstanceOf(Absent.class));

            // The copy takes in what its thread has asked for already, so it stands still a little later.
            copy.streams().pause();
            AtomicInteger sent = new AtomicInteger();
            await().atMost(PATIENCE).until(() -> {
                send(broker, "two" + sent.incrementAndGet());
                return copy.ask("key", 0L) instanceof NotReady not && not.reason() == Reason.STALE;
            });
            String last = "two" + sent.get();
            await().atMost(PATIENCE).until(() -> has(active.ask("key", null), last, Role.ACTIVE));
            eventually(
                    () -> copy.ask("key", 1_000L),
                    result -> assertThat(result).isInstanceOfSatisfying(Found.class, found -> {
                        Part part = found.answer().parts().get(0);
                        assertThat(found.entry().value()).isNotEqualTo(last);
                        assertThat(part.role()).isEqualTo(Role.STANDBY);
                        assertThat(part.staleness()).isBetween(1L, sent.longValue());
                        assertThat(part.instance())
                                .isEqualTo(
                                        copy.host().host() + ":" + copy.host().port());
                        assertThat(part.remote()).isFalse();
                    }));

            copy.streams().resume();
            await().atMost(PATIENCE).until(() -> has(copy.ask("key", 0L), last, Role.STANDBY));
            cut = false;
            eventually(
                    () -> copy.ask("key", 1_000L),
                    result -> assertThat(result)
                            .isInstanceOfSatisfying(
                                    Found.class,
                                    found -> assertThat(found.answer().parts())
                                            .extracting(Part::role, Part::remote)
                                            .containsExactly(tuple(Role.ACTIVE, true))));
            eventually(
                    () -> List.of(first, second),
                    instances -> assertThat(instances)
                            .allSatisfy(
                                    instance -> assertThat(instance.streams().metadataForAllStreamsClients())
                                            .hasSize(2)));
        }
    }

    /** The instance that answers from its copy, once the other one owns the store. */
    private static Instance settled(Instance first, Instance second) {
        return await().atMost(PATIENCE)
                .until(
                        () -> {
                            if (isPair(first, second)) {
                                return second;
                            }
                            return isPair(second, first) ? first : null;
                        },
                        Objects::nonNull);
    }

    private static boolean isPair(Instance active, Instance copy) {
        return has(active.ask("key", null), "one", Role.ACTIVE) && has(copy.ask("key", 0L), "one", Role.STANDBY);
    }

    /** A group may settle once more at any time, and answers tell of it for so long. */
    private static <T> void eventually(Callable<T> asked, ThrowingConsumer<T> expected) {
        await().atMost(PATIENCE).untilAsserted(() -> expected.accept(asked.call()));
    }
}
