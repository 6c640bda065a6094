package io.streamsboot.pipeline.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.host.TopicBinding.SinkKind;
import io.streamsboot.pipeline.host.TopicBinding.SourceKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How pipelines come from hosts. */
class PipelinesTests {

    private static final List<String> OWN = List.of("kafka:9092");

    private final FakeHost host = new FakeHost("late", Definitions.late());

    @Test
    void topicsAreThoseThatTheHostResolves() {
        host.bindings.put("flights", at("flights-v2", null, BadData.RESCUE));
        HostedPipeline pipeline = load(host).find("late");

        assertThat(pipeline.pipeline().definition().dataset("flights").topic()).isEqualTo("flights-v2");
        assertThat(pipeline.pipeline().definition().dataset("flights").onBadData())
                .isEqualTo(BadData.RESCUE);
        assertThat(pipeline.pipeline().definition().dataset("board").topic()).isEqualTo("late-flights");
        assertThat(pipeline.brokers()).as("the application's own cluster").isNull();
        assertThat(pipeline.build()).startsWith("late-");
    }

    @Test
    void datasetsOnDifferentClustersAreRefusedWithBothNames() {
        host.bindings.put("flights", at("flights", "other:9092", BadData.DROP));

        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> load(host))
                .withMessageContaining("'flights' is at other:9092")
                .withMessageContaining("'board' at kafka:9092")
                .satisfies(e -> assertThat(e.action()).contains("Mirror"));
        assertThat(host.records).singleElement().satisfies(record -> {
            assertThat(record.status()).isEqualTo(BuildStatus.FAILED);
            assertThat(record.failure()).contains("different clusters");
        });
    }

    @Test
    void anotherClusterForAllIsUsed() {
        host.bindings.put("flights", at("flights", "Other-1:9092, other-2:9092", BadData.DROP));
        host.bindings.put("board", at("board", "other-2:9092", BadData.DROP));

        assertThat(load(host).find("late").brokers()).isEqualTo("other-1:9092,other-2:9092");
    }

    @Test
    void oneCommonAddressMakesTheSameCluster() {
        host.bindings.put("flights", at("flights", "kafka:9092,kafka-2:9092", BadData.DROP));

        assertThat(load(host).find("late").brokers()).isNull();
    }

    @Test
    void aDatasetWithoutATopicIsOnNoCluster() {
        host.bindings.put("late", at(null, "nowhere:1", BadData.DROP));

        assertThat(load(host).find("late").brokers()).isNull();
    }

    @Test
    void brokersThatAreNoAddressesAreRefused() {
        for (String brokers : List.of("", ",", "kafka", "kafka:x", "http://kafka:9092/x")) {
            host.bindings.put("flights", at("flights", brokers, BadData.DROP));
            assertThatExceptionOfType(PipelineException.class)
                    .as(brokers)
                    .isThrownBy(() -> load(host))
                    .withMessageContaining("the brokers of dataset 'flights' are '" + brokers + "'");
        }
    }

    @Test
    void aHostThatAnswersWithAnotherPipelineIsRefused() {
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> load(new FakeHost("early", Definitions.late())))
                .withMessageContaining("was asked for pipeline 'early', but names it 'late'");
    }

    @Test
    void twoOfOneNameAreRefusedWithBothOrigins() {
        LocalPipelineHost.Builder builder = LocalPipelineHost.builder().text("a.yaml", Definitions.LATE);
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> builder.text("b.yaml", Definitions.LATE))
                .withMessageContaining("two pipelines named 'late': a.yaml and b.yaml");
        LocalPipelineHost local = builder.build();
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() ->
                        Pipelines.load(List.of(local, host), definition -> definition, new PipelineCompiler(), OWN))
                .withMessageContaining("two pipelines named 'late': a.yaml and the fake host");
    }

    @Test
    void whatCannotBeCompiledNamesItsOrigin() {
        String wrong = Definitions.LATE.replace("columns: [delay]", "columns: [delay, delay]");
        LocalPipelineHost local =
                LocalPipelineHost.builder().text("a.yaml", wrong).build();
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> Pipelines.load(List.of(local), definition -> definition, new PipelineCompiler(), OWN))
                .withMessageContaining("a.yaml, line 8: Pipeline 'late', step 1 (select)")
                .withMessageContaining("is there twice");
    }

    @Test
    void filesAreRead(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("late.yaml"), Definitions.LATE);
        LocalPipelineHost local = LocalPipelineHost.builder().file(file).build();

        Pipelines pipelines = Pipelines.load(List.of(local), definition -> definition, new PipelineCompiler(), OWN);
        assertThat(pipelines.all())
                .singleElement()
                .satisfies(pipeline -> assertThat(pipeline.origin()).isEqualTo(file.toString()));
        assertThat(pipelines.find("other")).isNull();
        assertThat(local.heartbeat("any")).isEqualTo(BuildSignal.CONTINUE);
        Path missing = directory.resolve("missing.yaml");
        assertThatExceptionOfType(PipelineException.class)
                .isThrownBy(() -> LocalPipelineHost.builder().file(missing))
                .withMessageContaining(missing.toString());
    }

    private static Pipelines load(PipelineHost host) {
        return Pipelines.load(List.of(host), definition -> definition, new PipelineCompiler(), OWN);
    }

    private static TopicBinding at(String topic, String brokers, BadData policy) {
        return new TopicBinding(topic, brokers, policy, SourceKind.KAFKA, SinkKind.KAFKA);
    }
}
