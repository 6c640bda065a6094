package io.streamsboot.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.graph.kafka.GraphDefinitionBuilder;
import io.streamsboot.graph.kafka.GraphStateError;
import io.streamsboot.graph.kafka.StateOptions;
import io.streamsboot.graph.value.Late;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyDescription;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs on Kafka Streams against the same graphs over an iterable. */
class KafkaModeTests {

    private static final List<Tick> TICKS = Tick.random(7, 600);

    @TempDir
    private Path directory;

    static Stream<OperatorCase> operators() {
        return OperatorCase.all().stream();
    }

    /** One hot key for three keys: nearly every record reads its state from bytes. */
    @ParameterizedTest
    @MethodSource("operators")
    void saysWhatAnIteratorSays(OperatorCase operator) {
        Graph<Tick, Object> graph = operator.graph();
        Map<String, List<Object>> actual = new HashMap<>();
        var definition = from(graph)
                .state(StateOptions.DEFAULT.withHotKeys(1).withStorage(StateOptions.Storage.IN_MEMORY))
                .then(stream -> stream.foreach((key, value) ->
                        actual.computeIfAbsent(key, k -> new ArrayList<>()).add(value)))
                .build();

        try (var tester = new KafkaTester(definition.topology("graph"), directory)) {
            tester.pipe(TICKS);
        }

        assertThat(actual).isEqualTo(unflushed(graph, OutOfOrder.error(), TICKS));
    }

    @Test
    void buffersAndSendsLateRecordsAsideLikeAnIterator() {
        Graph<Tick, Double> graph = average();
        var shuffled = new ArrayList<>(TICKS);
        var random = new Random(3);
        for (int i = 0; i + 20 < shuffled.size(); i++) {
            java.util.Collections.swap(shuffled, i, i + random.nextInt(20));
        }
        for (OutOfOrder policy : List.of(OutOfOrder.drop(), OutOfOrder.buffer(Duration.ofSeconds(4)))) {
            var late = new ArrayList<Late<String, Tick>>();
            KeyedRun<String, Tick> run =
                    graph.<String>keyed(Tick::key, policy).late(late::add).start((key, step) -> {});
            shuffled.forEach(run::accept);
            var definition = from(graph)
                    .outOfOrder(policy)
                    .state(StateOptions.DEFAULT.withHotKeys(2))
                    .lateTo("late")
                    .to("averages", Serdes.Double())
                    .build();

            try (var tester = new KafkaTester(definition.topology("graph"), directory)) {
                tester.pipe(shuffled);

                assertThat(averages(tester)).isEqualTo(unflushed(graph, policy, shuffled));
                List<TestRecord<String, Tick>> set = tester.late("late");
                assertThat(set)
                        .isNotEmpty()
                        .extracting(TestRecord::value)
                        .isEqualTo(late.stream().map(Late::record).toList());
                assertThat(set)
                        .allSatisfy(one ->
                                assertThat(one.key()).isEqualTo(one.value().key()));
                assertThat(total(tester, "late-records-total")).isEqualTo(late.size());
            }
        }
    }

    @Test
    void resultsHaveTheTimeOfTheirStep() {
        var definition = from(Graph.define(Tick.class, g -> {
                    g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
                    return g.number(Tick::y).sum(Window.tumbling(Duration.ofSeconds(10)));
                }))
                .to("averages", Serdes.Double())
                .build();

        try (var tester = new KafkaTester(definition.topology("graph"), directory)) {
            tester.pipe(new Tick(3 * Tick.SECOND, "k", 0.0, 1));
            tester.pipe(new Tick(4 * Tick.SECOND, "k", 0.0, 2));
            tester.pipe(new Tick(17 * Tick.SECOND, "k", 0.0, 4));

            assertThat(records(tester)).singleElement().satisfies(result -> {
                assertThat(result.timestamp()).isEqualTo(10_000);
                assertThat(result.key()).isEqualTo("k");
                assertThat(result.value()).isEqualTo(3.0);
            });
        }
    }

    @Test
    void aFunctionThatThrowsLeavesTheStateAndGoesToTheHandler() {
        Graph<Tick, Double> graph = Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            return g.number(Tick::y).sma(3).apply(mean -> {
                if (mean > 1000) {
                    throw new IllegalStateException("too much");
                }
                return mean;
            });
        });
        List<Tick> bad = new ArrayList<>();
        List<Tick> good = new ArrayList<>();
        List<Tick> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            boolean fails = i % 7 == 6;
            var tick = new Tick(i * Tick.SECOND, "k" + i % 2, 0.0, fails ? 1e9 : i);
            all.add(tick);
            (fails ? bad : good).add(tick);
        }
        var definition = from(graph).to("averages", Serdes.Double()).build();

        try (var tester = new KafkaTester(definition.topology("graph"), directory)) {
            tester.pipe(all);

            assertThat(averages(tester)).isEqualTo(unflushed(graph, OutOfOrder.error(), good));
            assertThat(total(tester, "dropped-records-total")).isEqualTo(bad.size());
        }
    }

    @Test
    void recordsWithoutKeyOrValueGoToTheHandler() {
        var definition = from(average()).to("averages", Serdes.Double()).build();

        try (var tester = new KafkaTester(definition.topology("graph"), directory)) {
            var bytes = tester.driver.createInputTopic("ticks", new ByteArraySerializer(), new ByteArraySerializer());
            bytes.pipeInput((byte[]) null, TickSerde.of().serializer().serialize("ticks", TICKS.get(0)));
            bytes.pipeInput(new byte[] {'a'}, (byte[]) null);

            assertThat(total(tester, "dropped-records-total")).isEqualTo(2);
        }
    }

    @Test
    void anotherKeyIsRepartitioned() {
        Graph<Tick, Double> graph = average();
        GraphDefinition<Tick, Double> definition = from(graph)
                .keyedBy(tick -> "of " + tick.key(), Serdes.String(), 3)
                .to("averages", Serdes.Double())
                .build();
        Topology topology = definition.topology("trend");
        assertThat(topology.describe().subtopologies()).hasSize(2);

        try (var tester = new KafkaTester(topology, directory)) {
            tester.pipe(TICKS);

            Map<String, List<Object>> expected = new HashMap<>();
            unflushed(graph, OutOfOrder.error(), TICKS).forEach((key, values) -> expected.put("of " + key, values));
            assertThat(averages(tester)).isEqualTo(expected);
        }
    }

    @Test
    void keysThatAreBytesAreComparedByTheirContent() {
        var definition = GraphDefinition.of(average())
                .from(Serdes.ByteArray(), TickSerde.of(), "ticks")
                .to("averages", Serdes.Double())
                .build();

        try (var tester = new KafkaTester(definition.topology("graph"), directory)) {
            tester.pipe(TICKS);

            assertThat(averages(tester)).isEqualTo(unflushed(average(), OutOfOrder.error(), TICKS));
        }
    }

    @Test
    void idleKeysAreForgottenHotOrNot() {
        Duration idle = Duration.ofMinutes(10);
        for (int hotKeys : new int[] {1, 100}) {
            var definition = from(Graph.define(Tick.class, g -> {
                        g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
                        return g.number(Tick::y).cumsum();
                    }))
                    .state(StateOptions.DEFAULT.withExpireAfter(idle).withHotKeys(hotKeys))
                    .to("averages", Serdes.Double())
                    .build();

            try (var tester = new KafkaTester(definition.topology("graph"), directory.resolve("hot" + hotKeys))) {
                tester.pipe(new Tick(0, "idle", 0.0, 1));
                for (int minute = 0; minute < 20; minute++) {
                    tester.pipe(new Tick(minute * 60 * Tick.SECOND, "busy", 0.0, 1));
                }
                assertThat(keys(tester)).containsExactly("busy");
                assertThat(total(tester, "expired-keys-total")).isEqualTo(1);
                tester.pipe(new Tick(20 * 60 * Tick.SECOND, "idle", 0.0, 1));
                tester.pipe(new Tick(20 * 60 * Tick.SECOND, "busy", 0.0, 1));

                Map<String, List<Object>> sums = averages(tester);
                assertThat(sums.get("idle")).containsExactly(1.0, 1.0);
                assertThat(sums.get("busy")).hasSize(21).endsWith(21.0);
            }
        }
    }

    @Test
    void stateThatCannotBeWrittenEndsTheTaskWhateverTheHandler() {
        Graph<Tick, Long> graph = Graph.define(
                Tick.class,
                g -> g.number(Tick::y).through(new CountingOperator(count -> {
                    throw new IllegalStateException("no bytes for " + count);
                })));
        var definition = from(graph).to("counts", Serdes.Long()).build();

        var tester = new KafkaTester(definition.topology("graph"), directory);
        assertThatThrownBy(() -> tester.pipe(TICKS.get(0)))
                .isInstanceOf(GraphStateError.class)
                .hasMessageContaining("key " + TICKS.get(0).key())
                .hasMessageContaining("no bytes for 1");
        tester.close();
    }

    @Test
    void everythingIsNamedAfterTheGraphAndMarksAreNotLogged() {
        var names = new ArrayList<String>();
        var definition = from(average()).to("averages", Serdes.Double()).build();

        for (TopologyDescription.Subtopology part :
                definition.topology("trend").describe().subtopologies()) {
            part.nodes().forEach(node -> names.add(node.name()));
        }

        assertThat(names).isNotEmpty().allSatisfy(name -> assertThat(name).startsWith("trend"));
    }

    @Test
    void aDefinitionThatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> from(average()).build()).hasMessageContaining("go nowhere");
        assertThatThrownBy(() ->
                        from(average()).lateTo("late").to("a", Serdes.Double()).build())
                .hasMessageContaining("late")
                .hasMessageContaining("drop()");
        assertThatThrownBy(() -> from(average())
                        .outOfOrder(OutOfOrder.buffer(Duration.ofSeconds(9)))
                        .state(StateOptions.DEFAULT.withExpireAfter(Duration.ofSeconds(9)))
                        .to("a", Serdes.Double())
                        .build())
                .hasMessageContaining("expire");
        assertThatThrownBy(() -> from(Graph.define(Tick.class, g -> g.number(Tick::y)))
                        .outOfOrder(OutOfOrder.drop())
                        .to("a", Serdes.Double())
                        .build())
                .hasMessageContaining("timestamp");
        assertThatThrownBy(() -> StateOptions.DEFAULT.withHotKeys(0)).hasMessageContaining("hotKeys");
    }

    private static <V> GraphDefinitionBuilder<String, Tick, V> from(Graph<Tick, V> graph) {
        return GraphDefinition.of(graph).from(Serdes.String(), TickSerde.of(), "ticks");
    }

    private static Graph<Tick, Double> average() {
        return Graph.define(Tick.class, g -> {
            g.timestamp(tick -> Instant.ofEpochSecond(0, tick.nanos()));
            return g.number(Tick::y).sma(Duration.ofSeconds(20));
        });
    }

    /** The values per key up to the last record, without the end of the input. */
    private static <V> Map<String, List<Object>> unflushed(Graph<Tick, V> graph, OutOfOrder policy, List<Tick> ticks) {
        Map<String, List<Object>> values = new HashMap<>();
        KeyedRun<String, Tick> run = graph.<String>keyed(Tick::key, policy).start((key, step) -> {
            if (step.isPresent()) {
                values.computeIfAbsent(key, k -> new ArrayList<>()).add(step.value());
            }
        });
        ticks.forEach(run::accept);
        return values;
    }

    private static List<TestRecord<String, Double>> records(KafkaTester tester) {
        return tester.driver
                .createOutputTopic(
                        "averages",
                        Serdes.String().deserializer(),
                        Serdes.Double().deserializer())
                .readRecordsToList();
    }

    private static Map<String, List<Object>> averages(KafkaTester tester) {
        Map<String, List<Object>> values = new HashMap<>();
        records(tester)
                .forEach(one -> values.computeIfAbsent(one.key(), k -> new ArrayList<>())
                        .add(one.value()));
        return values;
    }

    private static List<String> keys(KafkaTester tester) {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all =
                tester.driver.<String, byte[]>getKeyValueStore("graph-state").all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                keys.add(entry.key);
            }
        }
        return keys;
    }

    private static double total(KafkaTester tester, String metric) {
        return tester.driver.metrics().values().stream()
                .filter(one -> one.metricName().name().equals(metric))
                .mapToDouble(one -> ((Number) one.metricValue()).doubleValue())
                .sum();
    }
}
