package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.test.Topic;
import io.streamsboot.test.WithDevBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When state is written, seen from the broker; and that it outlives restarts and moves. */
@WithDevBroker(
        topics = {
            @Topic(name = "at_least_once"),
            @Topic(name = "exactly_once_v2"),
            @Topic(name = "uncached"),
            @Topic(name = "moving", partitions = 4)
        })
@SuppressWarnings("try") // clients run while their block does
class CommitIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RECORDS = 500;

    @TempDir
    private Path directory;

    /** What the broker knew when a state became bytes. */
    private record Moment(long state, long committedOffset, long visibleState) {}

    @ParameterizedTest
    @ValueSource(strings = {StreamsConfig.AT_LEAST_ONCE, StreamsConfig.EXACTLY_ONCE_V2})
    void hotKeysAreWrittenInsideTheCommitBeforeItsOffsets(String guarantee, DevBroker broker) throws Exception {
        List<Moment> moments = new CopyOnWriteArrayList<>();
        AtomicLong counted = new AtomicLong();
        String id = "count-" + guarantee;
        LongConsumer look =
                state -> moments.add(new Moment(state, committed(broker, id, guarantee), endOfChangelog(broker, id)));
        GraphDefinition<Tick, Long> definition = counting(guarantee, look, counted);
        send(broker, guarantee, ticks(RECORDS, 1));

        // Long enough that nothing but the close of the client commits.
        try (var streams = streams(definition, broker, id, guarantee, Map.of("commit.interval.ms", 600_000))) {
            await().atMost(PATIENCE).until(() -> counted.get() == RECORDS);
            assertThat(moments).as("nothing is written before the commit").isEmpty();
            assertThat(endOfChangelog(broker, id)).isZero();
        }

        assertThat(moments).singleElement().satisfies(moment -> {
            assertThat(moment.state()).isEqualTo(RECORDS);
            assertThat(moment.committedOffset())
                    .as("offsets are committed later")
                    .isLessThan(RECORDS);
            assertThat(moment.visibleState()).isZero();
        });
        assertThat(committed(broker, id, guarantee)).isGreaterThanOrEqualTo(RECORDS);
        assertThat(endOfChangelog(broker, id)).isPositive();

        // A second life, without the files of the first, goes on from the changelog.
        counted.set(0);
        send(broker, guarantee, ticks(1, 1));
        directory = directory.resolve("second");
        try (var streams = streams(definition, broker, id, guarantee, Map.of("commit.interval.ms", 100))) {
            await().atMost(PATIENCE).until(() -> counted.get() == RECORDS + 1);
            await().atMost(PATIENCE).until(() -> moments.get(moments.size() - 1).state() == RECORDS + 1);
        }
    }

    @Test
    void withoutACacheEachRecordIsWrittenAtOnce(DevBroker broker) throws Exception {
        List<Long> written = new CopyOnWriteArrayList<>();
        AtomicLong counted = new AtomicLong();
        GraphDefinition<Tick, Long> definition = counting("uncached", written::add, counted);
        send(broker, "uncached", ticks(20, 1));

        try (var streams = streams(
                definition,
                broker,
                "uncached-app",
                StreamsConfig.EXACTLY_ONCE_V2,
                Map.of("commit.interval.ms", 600_000, StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0))) {
            await().atMost(PATIENCE).until(() -> counted.get() == 20);
            assertThat(written).hasSizeGreaterThanOrEqualTo(19);
        }
        assertThat(written).last().isEqualTo(20L);
    }

    @Test
    void tasksThatMoveToAnotherClientTakeTheirStateAlong(DevBroker broker) throws Exception {
        Graph<Tick, Double> graph =
                Graph.define(Tick.class, g -> g.number(Tick::y).cumsum());
        GraphDefinition<Tick, Double> definition = GraphDefinition.of(graph)
                .from(Serdes.String(), TickSerde.of(), "moving")
                .to("moved", Serdes.Double())
                .build();
        broker.createTopic("moved", 4);
        List<Tick> ticks = ticks(1_500, 40);
        Map<String, Object> config = Map.of("commit.interval.ms", 50);

        try (var second = streams(definition, broker, "mover", StreamsConfig.EXACTLY_ONCE_V2, config, "b")) {
            try (var first = streams(definition, broker, "mover", StreamsConfig.EXACTLY_ONCE_V2, config, "a")) {
                send(broker, "moving", ticks.subList(0, 500));
                await().atMost(PATIENCE)
                        .until(() -> read(broker, "moved", Serdes.Double().deserializer())
                                        .size()
                                >= 40);
                send(broker, "moving", ticks.subList(500, 1_000));
            }
            send(broker, "moving", ticks.subList(1_000, 1_500));
            await().atMost(PATIENCE)
                    .until(() -> count(read(broker, "moved", Serdes.Double().deserializer())) == ticks.size());
        }

        Map<String, List<Double>> expected = new HashMap<>();
        graph.keyed(Tick::key, OutOfOrder.error())
                .over(ticks)
                .forEach(value -> expected.computeIfAbsent(value.key(), key -> new ArrayList<>())
                        .add(value.value()));
        assertThat(read(broker, "moved", Serdes.Double().deserializer())).isEqualTo(expected);
    }

    private static GraphDefinition<Tick, Long> counting(String topic, LongConsumer written, AtomicLong counted) {
        Graph<Tick, Long> graph =
                Graph.define(Tick.class, g -> g.number(Tick::y).through(new CountingOperator(written)));
        return GraphDefinition.of(graph)
                .from(Serdes.String(), TickSerde.of(), topic)
                .then(stream -> stream.foreach((key, count) -> counted.set(count)))
                .build();
    }

    private KafkaStreams streams(
            GraphDefinition<?, ?> definition, DevBroker broker, String id, String guarantee, Map<String, Object> more) {
        return streams(definition, broker, id, guarantee, more, "only");
    }

    private KafkaStreams streams(
            GraphDefinition<?, ?> definition,
            DevBroker broker,
            String id,
            String guarantee,
            Map<String, Object> more,
            String client) {
        var config = new Properties();
        config.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                id,
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                broker.bootstrapServers(),
                StreamsConfig.STATE_DIR_CONFIG,
                directory.resolve(client).toString(),
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                guarantee,
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                6_000,
                "producer.transaction.timeout.ms",
                720_000));
        config.putAll(more);
        var streams = new KafkaStreams(definition.topology("graph"), config);
        streams.start();
        return streams;
    }

    private static List<Tick> ticks(int count, int keys) {
        var ticks = new ArrayList<Tick>();
        for (int i = 0; i < count; i++) {
            ticks.add(new Tick(i * Tick.SECOND, "key " + i % keys, 0.0, i));
        }
        return ticks;
    }

    private static void send(DevBroker broker, String topic, List<Tick> ticks) {
        try (var producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "linger.ms", 20),
                new StringSerializer(),
                TickSerde.of().serializer())) {
            ticks.forEach(tick -> producer.send(new ProducerRecord<>(topic, tick.key(), tick)));
        }
    }

    private static long committed(DevBroker broker, String group, String topic) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            var offset = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get(30, TimeUnit.SECONDS)
                    .get(new TopicPartition(topic, 0));
            return offset == null ? 0 : offset.offset();
        } catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a reader of committed records can see of the changelog. */
    private static long endOfChangelog(DevBroker broker, String id) {
        var partition = new TopicPartition(id + "-graph-state-changelog", 0);
        try (var consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            return consumer.endOffsets(List.of(partition)).get(partition);
        }
    }

    private static long count(Map<String, ? extends List<?>> values) {
        return values.values().stream().mapToLong(List::size).sum();
    }

    private static <V> Map<String, List<V>> read(DevBroker broker, String topic, Deserializer<V> deserializer) {
        return TopicReader.committed(broker.bootstrapServers(), topic, new StringDeserializer(), deserializer);
    }
}
