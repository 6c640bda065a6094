package io.streamsboot.boot.autoconfigure.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.boot.KafkaWorkflow;
import io.streamsboot.boot.actuate.WorkflowsEndpoint;
import io.streamsboot.boot.autoconfigure.actuate.WorkflowsEndpointAutoConfiguration;
import io.streamsboot.boot.autoconfigure.health.WorkflowsHealthContributorAutoConfiguration;
import io.streamsboot.boot.health.WorkflowsHealthIndicator;
import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.test.WithDevBroker;
import io.streamsboot.workflow.Outcome;
import io.streamsboot.workflow.WorkflowContext;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.journal.Journal;
import io.streamsboot.workflow.journal.MemoryJournal;
import io.streamsboot.workflow.journal.kafka.KafkaJournal;
import io.streamsboot.workflow.options.Delivery;
import io.streamsboot.workflow.options.OnError;
import io.streamsboot.workflow.runtime.WorkflowState;
import io.streamsboot.workflow.runtime.Workflows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class WorkflowAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    KafkaAutoConfiguration.class,
                    WorkflowAutoConfiguration.class,
                    WorkflowsEndpointAutoConfiguration.class,
                    WorkflowsHealthContributorAutoConfiguration.class))
            .withPropertyValues(
                    "spring.kafka.bootstrap-servers=localhost:1",
                    "streams.auto-startup=false",
                    "management.endpoints.web.exposure.include=*");

    record Flight(String number) {}

    @Configuration(proxyBeanMethods = false)
    static class Handlers {

        @KafkaWorkflow(id = "enrich", from = "flights", to = "flights.enriched", group = "enricher", maxRetries = 5)
        String enrich(Flight flight, WorkflowContext context) {
            return context.step("number", flight::number);
        }

        @KafkaWorkflow(id = "batch", from = "flights", to = "batched", delivery = Delivery.EXACTLY_ONCE)
        List<Outcome> batch(List<String> values) {
            return values.stream().<Outcome>map(Outcome::emit).toList();
        }

        @KafkaWorkflow(id = "tombstones", from = "flights")
        void tombstones(@Nullable String value) {}
    }

    @Configuration(proxyBeanMethods = false)
    static class Defined {

        @Bean
        WorkflowDefinition defined() {
            return WorkflowDefinition.builder("enrich")
                    .from("a", RecordCodec.string())
                    .to("b", RecordCodec.string())
                    .handler((value, context) -> value);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class UnknownCodec {

        @KafkaWorkflow(id = "codec", from = "a", inputCodec = "nobody")
        void handle(String value) {}
    }

    @Test
    void annotatedMethodsAreWorkflows() {
        runner.withUserConfiguration(Handlers.class).run(context -> {
            Workflows workflows = context.getBean(Workflows.class);
            assertThat(workflows.ids()).containsExactly("batch", "enrich", "tombstones");
            WorkflowDefinition enrich = workflows.definition("enrich");
            assertThat(enrich.from()).isEqualTo("flights");
            assertThat(enrich.to()).isEqualTo("flights.enriched");
            assertThat(enrich.group()).isEqualTo("enricher");
            assertThat(enrich.options().failure().maxRetries()).isEqualTo(5);
            assertThat(enrich.takesTombstones()).isFalse();
            assertThat(workflows.definition("batch").isBatch()).isTrue();
            assertThat(workflows.definition("batch").options().delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
            assertThat(workflows.definition("tombstones").takesTombstones()).isTrue();
            assertThat(context.getBean(Journal.class)).isInstanceOf(KafkaJournal.class);
            assertThat(context).hasSingleBean(WorkflowsEndpoint.class).hasSingleBean(WorkflowsHealthIndicator.class);
            assertThat(context.getBean(WorkflowsEndpoint.class).workflow("nobody"))
                    .isNull();
            assertThat(context.getBean(WorkflowsEndpoint.class)
                            .workflow("enrich")
                            .status()
                            .state())
                    .isEqualTo(WorkflowState.STOPPED);
        });
    }

    @Test
    void propertiesWinOverTheAnnotation() {
        runner.withUserConfiguration(Handlers.class)
                .withPropertyValues(
                        "streams.workflows.enrich.from=others",
                        "streams.workflows.enrich.group=others",
                        "streams.workflows.enrich.on-error=skip",
                        "streams.workflows.enrich.max-retries=1",
                        "streams.workflows.enrich.schema-registry-timeout=300s",
                        "streams.workflows.enrich.retry-delay=1s",
                        "streams.workflows.enrich.max-concurrency=3",
                        "streams.workflows.enrich.max-uncommitted-size=1MB",
                        "streams.workflows.enrich.delivery=exactly-once")
                .run(context -> {
                    WorkflowDefinition enrich = context.getBean(Workflows.class).definition("enrich");
                    assertThat(enrich.from()).isEqualTo("others");
                    assertThat(enrich.group()).isEqualTo("others");
                    assertThat(enrich.options().failure().onError()).isEqualTo(OnError.SKIP);
                    assertThat(enrich.options().failure().maxRetries()).isEqualTo(1);
                    assertThat(enrich.options().failure().schemaRegistryTimeout())
                            .isEqualTo(Duration.ofMinutes(5));
                    assertThat(enrich.options().failure().backoff().initial()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(enrich.options().concurrency().maxConcurrency()).isEqualTo(3);
                    assertThat(enrich.options().concurrency().maxUncommittedBytes())
                            .isEqualTo(1 << 20);
                    assertThat(enrich.options().delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
                });
    }

    @Test
    void refusesWhatCannotBe() {
        fails(runner.withUserConfiguration(Handlers.class, Defined.class), "two workflows with the id enrich");
        fails(runner.withUserConfiguration(UnknownCodec.class), "names the codec 'nobody'");
        fails(
                runner.withUserConfiguration(Handlers.class)
                        .withPropertyValues("streams.workflows.enirch.max-retries=1"),
                "no such workflow");
        fails(
                runner.withUserConfiguration(Handlers.class)
                        .withPropertyValues("streams.workflows.enrich.max-concurrency=0"),
                "The properties of workflow enrich cannot be used");
        fails(
                runner.withUserConfiguration(Handlers.class)
                        .withPropertyValues("streams.workflows.enrich.journal=none"),
                "durable but has no journal");
        fails(
                runner.withUserConfiguration(Handlers.class)
                        .withPropertyValues("spring.kafka.consumer.enable-auto-commit=true"),
                "enable.auto.commit");
    }

    private static void fails(ApplicationContextRunner runner, String why) {
        runner.run(context -> assertThat(context).getFailure().hasStackTraceContaining(why));
    }

    @Test
    void backsOff() {
        runner.withBean(Journal.class, MemoryJournal::new)
                .withUserConfiguration(Handlers.class)
                .run(context -> assertThat(context).doesNotHaveBean(KafkaJournal.class));
        runner.withPropertyValues("streams.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(Workflows.class));
        runner.withClassLoader(new FilteredClassLoader(Workflows.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(WorkflowsEndpoint.class));
    }

    @Test
    @WithDevBroker
    void runs(DevBroker broker) {
        broker.createTopic("a", 2);
        broker.createTopic("b", 2);
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < 20; i++) {
                producer.send(new ProducerRecord<>("a", "k" + i, "v"));
            }
        }
        runner.withUserConfiguration(Defined.class)
                .withPropertyValues(
                        "streams.auto-startup=true",
                        "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "streams.workflows.enrich.delivery=exactly-once")
                .run(context -> {
                    WorkflowsEndpoint endpoint = context.getBean(WorkflowsEndpoint.class);
                    await().atMost(Duration.ofSeconds(40))
                            .until(() -> endpoint.workflow("enrich")
                                            .status()
                                            .counts()
                                            .succeeded()
                                    == 20);
                    assertThat(context.getBean(WorkflowsHealthIndicator.class)
                                    .health()
                                    .getStatus())
                            .isEqualTo(Status.UP);
                    endpoint.change("enrich", WorkflowsEndpoint.Action.PAUSE);
                    assertThat(endpoint.workflow("enrich").status().state()).isEqualTo(WorkflowState.PAUSED);
                    endpoint.change("enrich", WorkflowsEndpoint.Action.RESUME);
                    assertThat(endpoint.workflow("enrich").status().state()).isEqualTo(WorkflowState.RUNNING);
                });
    }
}
