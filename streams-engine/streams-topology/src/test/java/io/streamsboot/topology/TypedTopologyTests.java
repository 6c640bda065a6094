package io.streamsboot.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.api.FixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorContext;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypedTopologyTests {

    @TempDir
    Path output;

    @Test
    void processesThroughSourcesProcessorsStoresRepartitionsAndSinks() {
        TypedTopology topology = nodes -> {
            NodeHandle<String, String> words =
                    nodes.source("words", Consumed.with(Serdes.String(), Serdes.String()), "words");
            NodeHandle<String, String> more =
                    nodes.source("more", Consumed.with(Serdes.String(), Serdes.String()), "more");
            NodeHandle<String, String> all = nodes.merge("all", words, more);
            NodeHandle<String, Integer> lengths = nodes.fixedKeyProcessor("lengths", Length::new, all);
            NodeHandle<String, Integer> named =
                    nodes.repartition("by-key", 4, Serdes.String(), Serdes.Integer(), lengths);
            StoreHandle<KeyValueStore<String, Long>> sums = nodes.store(
                    Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("sums"), Serdes.String(), Serdes.Long()));
            NodeHandle<String, Long> summed = nodes.processor("sum", () -> new Sum(sums), named, sums);
            nodes.sink("out", "out", Produced.with(Serdes.String(), Serdes.Long()), summed);
        };

        try (TopologyTestDriver driver = new TopologyTestDriver(topology.build(), new Properties())) {
            driver.createInputTopic("words", new StringSerializer(), new StringSerializer())
                    .pipeKeyValueList(List.of(KeyValue.pair("a", "xx"), KeyValue.pair("a", "yyy")));
            driver.createInputTopic("more", new StringSerializer(), new StringSerializer())
                    .pipeInput("b", "z");

            assertThat(driver.createOutputTopic("out", new StringDeserializer(), new LongDeserializer())
                            .readKeyValuesToList())
                    .containsExactly(KeyValue.pair("a", 2L), KeyValue.pair("a", 5L), KeyValue.pair("b", 1L));
            assertThat(driver.<String, Long>getKeyValueStore("sums").get("a")).isEqualTo(5);
        }
    }

    @Test
    void aProcessorOfTheRightTypeCompiles() {
        assertThat(compile("nodes.processor(\"p\", Upper::new, source);")).isEmpty();
    }

    @Test
    void aProcessorOfTheWrongTypeDoesNotCompile() {
        assertThat(compile("nodes.processor(\"p\", OnNumbers::new, source);"))
                .anySatisfy(error -> assertThat(error).contains("TypedTopologyBuilder cannot be applied"));
    }

    @Test
    void aSinkOfTheWrongTypeDoesNotCompile() {
        assertThat(compile("nodes.sink(\"s\", \"out\", Produced.with(Serdes.String(), Serdes.Long()), source);"))
                .anySatisfy(error -> assertThat(error).contains("incompatible").contains("Long"));
    }

    private List<String> compile(String statement) {
        String code = """
                import io.streamsboot.topology.*;
                import org.apache.kafka.common.serialization.Serdes;
                import org.apache.kafka.streams.kstream.*;
                import org.apache.kafka.streams.processor.api.Processor;
                import org.apache.kafka.streams.processor.api.Record;
                class Wired {
                    static class Upper implements Processor<String, String, String, String> {
                        public void process(Record<String, String> record) {}
                    }
                    static class OnNumbers implements Processor<String, Long, String, Long> {
                        public void process(Record<String, Long> record) {}
                    }
                    void define(TypedTopologyBuilder nodes) {
                        NodeHandle<String, String> source =
                                nodes.source("in", Consumed.with(Serdes.String(), Serdes.String()), "in");
                        %s
                    }
                }
                """.formatted(statement);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Wired.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return code;
                    }
                };
        compiler.getTask(
                        null,
                        compiler.getStandardFileManager(diagnostics, null, UTF_8),
                        diagnostics,
                        List.of(
                                "-proc:none",
                                "-d",
                                output.toString(),
                                "-classpath",
                                System.getProperty("java.class.path")),
                        null,
                        List.of(source))
                .call();
        return diagnostics.getDiagnostics().stream()
                .map(diagnostic -> diagnostic.getMessage(java.util.Locale.ROOT))
                .toList();
    }

    private static final class Length implements FixedKeyProcessor<String, String, Integer> {

        private FixedKeyProcessorContext<String, Integer> context;

        @Override
        public void init(FixedKeyProcessorContext<String, Integer> context) {
            this.context = context;
        }

        @Override
        public void process(FixedKeyRecord<String, String> record) {
            context.forward(record.withValue(record.value().length()));
        }
    }

    private static final class Sum implements Processor<String, Integer, String, Long> {

        private final StoreHandle<KeyValueStore<String, Long>> handle;
        private ProcessorContext<String, Long> context;
        private KeyValueStore<String, Long> sums;

        Sum(StoreHandle<KeyValueStore<String, Long>> handle) {
            this.handle = handle;
        }

        @Override
        public void init(ProcessorContext<String, Long> context) {
            this.context = context;
            this.sums = handle.in(context);
        }

        @Override
        public void process(Record<String, Integer> record) {
            Long known = sums.get(record.key());
            long sum = (known == null ? 0 : known) + record.value();
            sums.put(record.key(), sum);
            context.forward(record.withValue(sum));
        }
    }
}
