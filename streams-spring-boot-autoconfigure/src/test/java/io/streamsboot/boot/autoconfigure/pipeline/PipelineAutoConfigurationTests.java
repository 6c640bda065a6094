package io.streamsboot.boot.autoconfigure.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.streamsboot.boot.autoconfigure.Analyses;
import io.streamsboot.boot.autoconfigure.Contexts;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.expression.CostMeter;
import io.streamsboot.pipeline.expression.ExpressionFunction;
import io.streamsboot.pipeline.expression.FunctionSpec;
import io.streamsboot.pipeline.host.BuildStatus;
import io.streamsboot.pipeline.host.LocalPipelineHost;
import io.streamsboot.pipeline.host.PipelineBuilds;
import io.streamsboot.pipeline.host.PipelineHost;
import io.streamsboot.pipeline.host.Pipelines;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How definitions become managed topologies. */
class PipelineAutoConfigurationTests {

    private static final String LATE = """
            name: late-flights
            datasets:
              flights: { topic: flights }
              board: { topic: late }
            stages:
              - inputs: [flights]
                output: board
                steps:
                  - { op: filter, expression: "delay >= 15" }
            """;

    private final ApplicationContextRunner runner =
            Contexts.runner().withConfiguration(AutoConfigurations.of(PipelineAutoConfiguration.class));

    @TempDir
    Path directory;

    @Test
    void filesBecomeTopologies() throws IOException {
        write("late.yaml", LATE);
        write("early.json", """
                {"$schema": "pipeline.schema.json", "name": "early", "datasets": {"a": {"topic": "a"}, "b": {"topic": "b"}},
                 "stages": [{"inputs": ["a"], "output": "b", "steps": [{"op": "select", "columns": ["x"]}]}]}
                """);
        write("toml.toml", """
                name = "from-toml"
                datasets.a.topic = "a"
                datasets.b.topic = "b"
                [[stages]]
                inputs = ["a"]
                output = "b"
                steps = [{ op = "explode", column = "x" }]
                """);
        write("notes.txt", "not a pipeline");
        runner.withPropertyValues(location()).run(context -> {
            ManagedTopologies topologies = context.getBean(ManagedTopologies.class);
            assertThat(topologies.all())
                    .extracting(ManagedTopology::name)
                    .containsExactly("early", "from-toml", "late-flights");
            ManagedTopology late = topologies.find("late-flights");
            assertThat(late.options().applicationId()).isEqualTo("app-late-flights");
            assertThat(late.graph().sourceTopics()).containsExactly("flights");
            assertThat(late.graph().sinkTopics()).containsExactly("late");
            assertThat(context.getBean(Pipelines.class).find("late-flights").origin())
                    .endsWith("late.yaml");
            assertThat(context.getBean(PipelineBuilds.class)
                            .record("late-flights")
                            .status())
                    .isEqualTo(BuildStatus.STOPPED);
        });
    }

    @Test
    void aVersionHasAnApplicationIdOfItsOwn() throws IOException {
        write("late.yaml", "version: 2\n" + LATE);
        runner.withPropertyValues(location())
                .run(context -> assertThat(context.getBean(ManagedTopologies.class)
                                .find("late-flights")
                                .options()
                                .applicationId())
                        .isEqualTo("app-late-flights-v2"));
        runner.withPropertyValues(location(), "streams.topologies.late-flights.application-id=own")
                .run(context -> assertThat(context.getBean(ManagedTopologies.class)
                                .find("late-flights")
                                .options()
                                .applicationId())
                        .isEqualTo("own-v2"));
    }

    @Test
    void theClassPathIsTheStandardLocation() throws IOException {
        Files.createDirectory(directory.resolve("pipelines"));
        write("pipelines/late.yml", LATE);
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            runner.withClassLoader(loader).run(context -> {
                assertThat(context.getBean(ManagedTopologies.class).all())
                        .extracting(ManagedTopology::name)
                        .containsExactly("late-flights");
                assertThat(context.getBean(Pipelines.class).find("late-flights").origin())
                        .isEqualTo("classpath:pipelines/late.yml");
            });
        }
        runner.run(context ->
                assertThat(context.getBean(ManagedTopologies.class).all()).isEmpty());
    }

    @Test
    void beansAndPropertiesBecomeTopologies() {
        runner.withUserConfiguration(DefinitionBean.class)
                .withPropertyValues("streams.pipelines.definitions.late-flights=" + LATE)
                .run(context -> {
                    assertThat(context.getBean(ManagedTopologies.class).all())
                            .extracting(ManagedTopology::name)
                            .containsExactly("from-bean", "late-flights");
                    Pipelines pipelines = context.getBean(Pipelines.class);
                    assertThat(pipelines.find("from-bean").origin()).isEqualTo("PipelineDefinition bean 'anyName'");
                    assertThat(pipelines.find("late-flights").origin())
                            .isEqualTo("property 'streams.pipelines.definitions.late-flights'");
                });
    }

    @Test
    void settingsOfPipelinesLieBetweenThoseOfAllAndThoseOfOne() {
        inline().withPropertyValues(
                        "streams.threads=2",
                        "streams.commit-interval=1s",
                        "streams.properties.main.consumer.max.poll.records=7",
                        "streams.pipelines.consumers=3",
                        "streams.pipelines.batch-size=100",
                        "streams.pipelines.poll-timeout=50ms",
                        "streams.pipelines.checkpoint-interval=10s",
                        "streams.pipelines.exactly-once=true",
                        "streams.pipelines.offset-reset=latest",
                        "streams.topologies.late-flights.threads=4")
                .withUserConfiguration(PlainTopology.class)
                .run(context -> {
                    ManagedTopologies topologies = context.getBean(ManagedTopologies.class);
                    assertThat(topologies.find("late-flights").options().config())
                            .containsEntry("num.stream.threads", 4)
                            .containsEntry("max.poll.records", 100)
                            .containsEntry("poll.ms", 50L)
                            .containsEntry("commit.interval.ms", 10_000L)
                            .containsEntry("processing.guarantee", "exactly_once_v2")
                            .containsEntry("auto.offset.reset", "latest")
                            .doesNotContainKey("main.consumer.max.poll.records");
                    assertThat(topologies.find("plain").options().config())
                            .containsEntry("num.stream.threads", 2)
                            .containsEntry("commit.interval.ms", 1_000L)
                            .containsEntry("main.consumer.max.poll.records", "7")
                            .doesNotContainKeys("max.poll.records", "poll.ms", "processing.guarantee");
                });
    }

    @Test
    void theIdleTimeoutWinsOverDefinitions() {
        inline("name: late-flights", "name: late-flights\nidleTimeoutMs: 5")
                .withPropertyValues("streams.pipelines.idle-timeout=7s")
                .run(context -> assertThat(context.getBean(Pipelines.class)
                                .find("late-flights")
                                .pipeline()
                                .definition()
                                .settings()
                                .idleTimeoutMs())
                        .isEqualTo(7_000));
    }

    @Test
    void withoutSettingsThoseOfAllTopologiesApply() {
        inline().withPropertyValues("streams.processing-guarantee=exactly-once")
                .run(context -> assertThat(context.getBean(ManagedTopologies.class)
                                .find("late-flights")
                                .options()
                                .config())
                        .containsEntry("processing.guarantee", "exactly_once_v2")
                        .doesNotContainKeys("max.poll.records", "poll.ms", "commit.interval.ms", "auto.offset.reset"));
    }

    @Test
    void settingsThatCannotBeAreNamed() {
        for (String wrong : List.of(
                "consumers=0",
                "batch-size=-1",
                "poll-timeout=-1ms",
                "checkpoint-interval=-1s",
                "offset-reset=middle",
                "heartbeat-interval=0s",
                "stop-when-idle=0s",
                "idle-timeout=-1s",
                "exactly-once=perhaps",
                "consumer=2",
                "definitions.other=" + LATE)) {
            inline().withPropertyValues("streams.pipelines." + wrong)
                    .run(context -> assertThat(allMessages(context))
                            .as(wrong)
                            .contains("streams.pipelines")
                            .contains(wrong.substring(0, wrong.indexOf('='))));
        }
    }

    @Test
    void aDefinitionThatIsWrongStopsTheStartWithFileAndLine() throws IOException {
        write("late.yaml", LATE.replace("op: filter", "op: filtre"));
        runner.withPropertyValues(location()).run(context -> {
            FailureAnalysis analysis = analysis(context);
            assertThat(analysis.getDescription()).contains("late.yaml, line 9: there is no step 'filtre'");
            assertThat(analysis.getAction()).contains("Use one of: select");
        });
        write("late.yaml", LATE.replace("delay >= 15", "nonsense(delay)"));
        runner.withPropertyValues(location()).run(context -> {
            FailureAnalysis analysis = analysis(context);
            assertThat(analysis.getDescription())
                    .contains("late.yaml, line 9: Pipeline 'late-flights', step 1 (filter)");
        });
    }

    @Test
    void aLocationWithoutDefinitionsIsRefusedIfSomebodySetIt() {
        for (String location : List.of("file:" + directory, "classpath:nowhere", " ")) {
            runner.withPropertyValues("streams.pipelines.location=" + location)
                    .run(context ->
                            assertThat(analysis(context).getDescription()).contains("streams.pipelines.location"));
        }
    }

    @Test
    void aBeanAndAPipelineOfOneNameAreRefused() {
        inline().withBean(
                        "late-flights",
                        TopologyDefinition.class,
                        () -> builder -> builder.stream("a").to("b"))
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("declare topology 'late-flights'")
                        .contains("TopologyDefinition bean")
                        .contains("pipeline in property 'streams.pipelines.definitions.late-flights'"));
    }

    @Test
    void functionsAreBeans() {
        inline("delay >= 15", "twice(delay) >= 15")
                .withUserConfiguration(Twice.class)
                .run(context -> assertThat(context).hasNotFailed());
        inline().withUserConfiguration(Twice.class)
                .withBean("again", ExpressionFunction.class, () -> new Twice().twice())
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("ExpressionFunction beans")
                        .contains("'twice'"));
    }

    @Test
    void aHostOverHttpIsAsked() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/pipelines/late-flights/topology", exchange -> {
            boolean known = "me".equals(exchange.getRequestHeaders().getFirst("X-Who"));
            byte[] body = LATE.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 403, known ? body.length : -1);
            exchange.getResponseBody().write(known ? body : new byte[0]);
            exchange.close();
        });
        server.start();
        try {
            ApplicationContextRunner hosted = runner.withPropertyValues("streams.pipelines.host.url=http://localhost:"
                    + server.getAddress().getPort());
            hosted.withPropertyValues(
                            "streams.pipelines.host.pipelines=late-flights", "streams.pipelines.host.headers.X-Who=me")
                    .run(context -> {
                        assertThat(context.getBean(ManagedTopologies.class).find("late-flights"))
                                .isNotNull();
                        assertThat(context.getBeansOfType(PipelineHost.class)).hasSize(2);
                    });
            hosted.withPropertyValues("streams.pipelines.host.pipelines=late-flights")
                    .run(context ->
                            assertThat(analysis(context).getDescription()).contains("topology answers 403"));
            hosted.run(context -> assertThat(allMessages(context)).contains("streams.pipelines.host.pipelines"));
        } finally {
            server.stop(0);
        }
        runner.withPropertyValues(
                        "streams.pipelines.host.url=http://localhost:1",
                        "streams.pipelines.host.pipelines=late-flights")
                .run(context -> assertThat(analysis(context).getDescription()).contains("There is no answer from"));
        runner.withPropertyValues(
                        "streams.pipelines.host.url=ftp://localhost", "streams.pipelines.host.pipelines=late-flights")
                .run(context -> assertThat(analysis(context).getDescription()).contains("streams.pipelines.host"));
    }

    @Test
    void everythingBacksOff() {
        runner.withPropertyValues("streams.pipelines.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Pipelines.class));
        runner.withPropertyValues("streams.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Pipelines.class));
        runner.withClassLoader(new FilteredClassLoader("io.streamsboot.pipeline"))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(ManagedTopologies.class));
        PipelineCompiler compiler = new PipelineCompiler();
        LocalPipelineHost host =
                LocalPipelineHost.builder().text("x.yaml", LATE).build();
        runner.withBean(PipelineCompiler.class, () -> compiler)
                .withBean(LocalPipelineHost.class, () -> host)
                .run(context -> {
                    assertThat(context).getBean(PipelineCompiler.class).isSameAs(compiler);
                    assertThat(context.getBean(Pipelines.class)
                                    .find("late-flights")
                                    .origin())
                            .isEqualTo("x.yaml");
                });
    }

    private ApplicationContextRunner inline() {
        return inline("", "");
    }

    private ApplicationContextRunner inline(String what, String by) {
        return runner.withPropertyValues("streams.pipelines.definitions.late-flights=" + LATE.replace(what, by));
    }

    private String location() {
        return "streams.pipelines.location=file:" + directory;
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private static FailureAnalysis analysis(AssertableApplicationContext context) {
        Throwable failure = context.getStartupFailure();
        assertThat(failure).isNotNull();
        return Analyses.of(failure);
    }

    private static String allMessages(AssertableApplicationContext context) {
        StringBuilder messages = new StringBuilder();
        assertThat(context).hasFailed();
        for (Throwable each = context.getStartupFailure(); each != null; each = each.getCause()) {
            messages.append(each).append('\n');
        }
        return messages.toString();
    }

    @Configuration(proxyBeanMethods = false)
    static class DefinitionBean {

        @Bean
        PipelineDefinition anyName() {
            return new PipelineDefinition(
                    "from-bean",
                    List.of(Dataset.of("a", "a"), Dataset.of("b", "b")),
                    List.of(new Stage(List.of("a"), "b", List.of(new Step.Filter("x > 1")))));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class PlainTopology {

        @Bean
        TopologyDefinition plain() {
            return builder -> builder.stream("a").to("b");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Twice {

        @Bean
        ExpressionFunction twice() {
            return new ExpressionFunction() {
                @Override
                public FunctionSpec spec() {
                    return FunctionSpec.of("twice(x: integer): integer", "Twice as much.");
                }

                @Override
                public Object call(Object[] arguments, CostMeter cost) {
                    return (Long) arguments[0] * 2;
                }
            };
        }
    }
}
