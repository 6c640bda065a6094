package io.streamsboot.topology.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.topology.InvalidTopologyException;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.TopologyOptions;
import io.streamsboot.topology.runtime.TopologySpec;
import io.streamsboot.topology.runtime.TopologySpec.Source;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

class TopologyFactoryTests {

    private static final TopologyDefinition PASS =
            builder -> builder.stream("in").to("out");

    @Test
    void refusesAnEmptyTopology() {
        refuses(builder -> {}, Map.of(), "Topology 'main' is empty", "Add a source");
    }

    @Test
    void refusesUnnamedStores() {
        refuses(
                builder -> builder.stream("in").groupByKey().count(),
                Map.of(),
                "STATE-STORE-0000000001",
                "Materialized.as");
    }

    @Test
    void refusesUnnamedRepartitionTopics() {
        refuses(
                builder -> builder.stream("in")
                        .selectKey((key, value) -> value)
                        .repartition()
                        .to("out"),
                Map.of(),
                "repartition",
                "Repartitioned.as");
    }

    @Test
    void refusesUnnamedStoresOfATopologyThatSomebodyElseBuilt() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").groupByKey().count();
        TopologySpec spec = new TopologySpec("main", new Source.Plain(builder.build()), options("main", Map.of()));

        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(() -> TopologyFactory.build(spec, null))
                .satisfies(e -> assertThat(e.description()).contains("KSTREAM-AGGREGATE-STATE-STORE-0000000001"));
    }

    @Test
    void acceptsUnnamedStoresIfToldSo() {
        TopologySpec spec = spec(
                builder -> builder.stream("in").groupByKey().count(),
                Map.of(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, false));

        assertThat(TopologyFactory.build(spec, null).graph().stores()).hasSize(1);
    }

    @Test
    void namesTheTopologyWhoseDefinitionThrows() {
        refuses(
                builder -> {
                    throw new java.io.IOException("no schema");
                },
                Map.of(),
                "Topology 'main' cannot be built, its definition throws: java.io.IOException: no schema",
                "Correct");
    }

    @Test
    void refusesPatternsWithTheStreamsProtocol() {
        refuses(
                builder ->
                        builder.stream(java.util.regex.Pattern.compile("in-.*")).to("out"),
                Map.of(StreamsConfig.GROUP_PROTOCOL_CONFIG, "streams"),
                "pattern",
                "group-protocol");
    }

    @Test
    void refusesAWrongSettingByName() {
        refuses(PASS, Map.of(StreamsConfig.NUM_STREAM_THREADS_CONFIG, "many"), "num.stream.threads", "streams");
    }

    @Test
    void refusesTwoTopologiesWithOneApplicationId() {
        ManagedTopologies.Builder builder = ManagedTopologies.builder()
                .add(TopologySpec.of("one", PASS, options("same", Map.of())))
                .add(TopologySpec.of("two", PASS, options("same", Map.of())));

        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(builder::build)
                .satisfies(e -> {
                    assertThat(e.description())
                            .contains("'one'")
                            .contains("'two'")
                            .contains("'same'");
                    assertThat(e.action()).contains("streams.topologies.two.application-id");
                });
    }

    @Test
    void tellsWhatAPlainTopologyGoesWithout() {
        TopologyConfig shared =
                ManagedTopologies.topologyConfig(options("shared", Map.of()).config());
        StreamsBuilder plain = new StreamsBuilder();
        plain.stream("in").mapValues(value -> value).to("out");
        StreamsBuilder configured = new StreamsBuilder(shared);
        configured.stream("in").filter((key, value) -> true).to("out");

        assertThat(TopologyFactory.build(
                                new TopologySpec(
                                        "plain",
                                        new Source.Plain(plain.build()),
                                        options("a", Map.of()).withDeadLetters(DeadLetterOptions.DEFAULT)),
                                shared)
                        .limitations())
                .satisfiesExactly(
                        off -> assertThat(off).contains("node counts").contains("TopologyConfig"),
                        off -> assertThat(off).contains("tries in place"));
        assertThat(TopologyFactory.build(
                                new TopologySpec(
                                        "configured",
                                        new Source.Plain(configured.build()),
                                        options("b", Map.of()).withDeadLetters(DeadLetterOptions.DEFAULT)),
                                shared)
                        .limitations())
                .isEmpty();
    }

    @Test
    void givesGlobalStoresTheHandlerOfAllOthersUnlessSomebodyChoseOne() {
        String global = "processing.exception.handler.global.enabled";

        assertThat(KafkaConfigs.handlingGlobals(Map.of()))
                .containsEntry(global, true)
                .containsEntry("main.consumer." + global, true);
        assertThat(KafkaConfigs.handlingGlobals(Map.of(global, "false"))).containsOnlyKeys(global);
        assertThat(KafkaConfigs.handlingGlobals(Map.of("processing.exception.handler", "Mine")))
                .containsOnlyKeys("processing.exception.handler");
    }

    @Test
    void setsASmallBackoffForTransactionsUnlessOneIsGiven() {
        Map<String, Object> exactlyOnce =
                Map.of(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);

        assertThat(KafkaConfigs.withDefaults(exactlyOnce)).containsEntry("producer.retry.backoff.ms", 5);
        assertThat(KafkaConfigs.withDefaults(Map.of())).doesNotContainKey("producer.retry.backoff.ms");
        Map<String, Object> own = new HashMap<>(exactlyOnce);
        own.put("producer.retry.backoff.ms", 50);
        assertThat(KafkaConfigs.withDefaults(own)).containsEntry("producer.retry.backoff.ms", 50);
    }

    @Test
    void wiresProcessorsThatShareATopologyInAnyOrder() {
        var store =
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("longest"), Serdes.String(), Serdes.Long());
        ProcessorDefinition lengths = ProcessorDefinition.from(Consumed.with(Serdes.String(), Serdes.String()), "words")
                .process("lengths", ByLength::new)
                .keys(Serdes.String())
                .values(Serdes.Long())
                .topology("main")
                .to("lengths")
                .repartition(4)
                .build();
        ProcessorDefinition longest = ProcessorDefinition.after(String.class, Long.class, "lengths")
                .process("longest", Longest::new)
                .store(store)
                .topology("main")
                .build();
        List<ProcessorDefinition> definitions = new ArrayList<>(List.of(lengths, longest));
        String described = describe(definitions);
        Collections.reverse(definitions);

        assertThat(describe(definitions)).isEqualTo(described);
        BuiltTopology built = TopologyFactory.build(processors(definitions), null);
        assertThat(built.graph().sourceTopics()).containsExactly("words");
        assertThat(built.graph().sinkTopics()).containsExactly("lengths");
        assertThat(built.graph().internalTopics()).containsExactly("lengths-repartition");
        try (TopologyTestDriver driver = new TopologyTestDriver(built.topology(), new Properties())) {
            driver.createInputTopic("words", new StringSerializer(), new StringSerializer())
                    .pipeKeyValueList(
                            List.of(KeyValue.pair("1", "aab"), KeyValue.pair("2", "ab"), KeyValue.pair("3", "b")));
            assertThat(driver.createOutputTopic("lengths", new StringDeserializer(), new LongDeserializer())
                            .readKeyValuesToList())
                    .containsExactly(KeyValue.pair("a", 3L), KeyValue.pair("a", 2L), KeyValue.pair("b", 1L));
            assertThat(driver.<String, Long>getKeyValueStore("longest").get("a"))
                    .isEqualTo(3);
        }
        assertThat(built.counters().of("x")).isEmpty();
    }

    @Test
    void refusesProcessorsThatFollowEachOtherInACircle() {
        ProcessorDefinition one = ProcessorDefinition.after(String.class, String.class, "two")
                .process("one", ByLength::new)
                .build();
        ProcessorDefinition two = ProcessorDefinition.after(String.class, String.class, "one")
                .process("two", ByLength::new)
                .build();

        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(() -> TopologyFactory.build(processors(List.of(one, two)), null))
                .withMessageContaining("circle: one -> two");
    }

    @Test
    void refusesUnknownStoresAndUnknownProcessors() {
        ProcessorDefinition store = ProcessorDefinition.from(Consumed.with(Serdes.String(), Serdes.String()), "words")
                .process("p", ByLength::new)
                .store("nowhere")
                .build();
        ProcessorDefinition follower = ProcessorDefinition.after(String.class, String.class, "nobody")
                .process("p", ByLength::new)
                .build();

        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(() -> TopologyFactory.build(processors(List.of(store)), null))
                .withMessageContaining("no store 'nowhere'");
        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(() -> TopologyFactory.build(processors(List.of(follower)), null))
                .withMessageContaining("no processor 'nobody'");
    }

    private static String describe(List<ProcessorDefinition> definitions) {
        return TopologyFactory.build(processors(definitions), null)
                .topology()
                .describe()
                .toString();
    }

    private static TopologySpec processors(List<ProcessorDefinition> definitions) {
        return new TopologySpec("main", new Source.Processors(definitions), options("main", Map.of()));
    }

    private static void refuses(
            TopologyDefinition definition, Map<String, Object> config, String description, String action) {
        assertThatExceptionOfType(InvalidTopologyException.class)
                .isThrownBy(() -> TopologyFactory.build(spec(definition, config), null))
                .satisfies(e -> {
                    assertThat(e.description()).contains("'main'").contains(description);
                    assertThat(e.action()).contains(action);
                });
    }

    private static TopologySpec spec(TopologyDefinition definition, Map<String, Object> config) {
        return TopologySpec.of("main", definition, options("main", config));
    }

    private static TopologyOptions options(String applicationId, Map<String, Object> config) {
        return TopologyOptions.of(Map.of(
                        StreamsConfig.APPLICATION_ID_CONFIG,
                        applicationId,
                        StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                        "localhost:1"))
                .withConfig(config);
    }

    private static final class ByLength implements Processor<String, String, String, Long> {

        private ProcessorContext<String, Long> context;

        @Override
        public void init(ProcessorContext<String, Long> context) {
            this.context = context;
        }

        @Override
        public void process(Record<String, String> record) {
            context.forward(record.withKey(record.value().substring(0, 1))
                    .withValue((long) record.value().length()));
        }
    }

    private static final class Longest implements Processor<String, Long, Void, Void> {

        private KeyValueStore<String, Long> store;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            store = context.getStateStore("longest");
        }

        @Override
        public void process(Record<String, Long> record) {
            Long known = store.get(record.key());
            store.put(record.key(), known == null ? record.value() : Math.max(known, record.value()));
        }
    }
}
