package io.streamsboot.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import io.streamsboot.boot.autoconfigure.workflow.WorkflowAutoConfiguration;
import io.streamsboot.core.codec.RecordCodec;
import io.streamsboot.workflow.WorkflowDefinition;
import io.streamsboot.workflow.observe.WorkflowObserver;
import io.streamsboot.workflow.observe.WorkflowObserver.Observed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class WorkflowObservationTests {

    private static final String TRACE = "traceparent";

    /** What a tracer does, as far as headers go. */
    private static final class Tracer implements ObservationHandler<Observation.Context> {

        private final List<String> stopped = new ArrayList<>();

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public void onStart(Observation.Context context) {
            if (context instanceof ReceiverContext receiver) {
                String trace = receiver.getGetter().get(receiver.getCarrier(), TRACE);
                context.put(TRACE, String.valueOf(trace));
            } else if (context.getParentObservation() != null) {
                String parent = context.getParentObservation().getContextView().getRequired(TRACE);
                context.put(TRACE, parent);
                if (context instanceof SenderContext sender) {
                    sender.getSetter().set(sender.getCarrier(), TRACE, parent + "+");
                }
            }
        }

        @Override
        public void onStop(Observation.Context context) {
            stopped.add(context.getName() + " " + context.get(TRACE) + (context.getError() == null ? "" : " failed"));
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @Test
    void aTraceGoesFromTheRecordThroughStepsToOutputs() {
        Tracer tracer = new Tracer();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(tracer);
        WorkflowObserver observer = new WorkflowObservations(registry);
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("in", 0, 0, new byte[0], new byte[0]);
        record.headers().add(TRACE, "t1".getBytes(StandardCharsets.UTF_8));
        Map<String, String> headers = new HashMap<>();
        try (Observed attempt = observer.attempt("w", List.of(record), 1)) {
            assertThat(registry.getCurrentObservation()).isNotNull();
            try (Observed step = observer.step("w", "s", attempt)) {
                step.failed(new IllegalStateException());
            }
            observer.journal("w", attempt).close();
            attempt.headers(headers::put);
        }
        observer.commit("w", 1).close();
        assertThat(registry.getCurrentObservation()).isNull();
        assertThat(headers).containsExactly(Map.entry(TRACE, "t1+"));
        assertThat(tracer.stopped)
                .containsExactly(
                        "streams.workflow.step t1 failed",
                        "streams.workflow.journal t1",
                        "streams.workflow.output t1",
                        "streams.workflow.run t1",
                        "streams.workflow.commit null");
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observations() {
            return ObservationRegistry.create();
        }

        @Bean
        WorkflowDefinition enrich() {
            return WorkflowDefinition.builder("enrich")
                    .from("a", RecordCodec.string())
                    .to("b", RecordCodec.string())
                    .handler((value, context) -> value);
        }
    }

    @Test
    void everyWorkflowHasItsMeters() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        KafkaAutoConfiguration.class,
                        WorkflowObservationAutoConfiguration.class,
                        WorkflowAutoConfiguration.class,
                        WorkflowMetricsAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues("spring.kafka.bootstrap-servers=localhost:1", "streams.auto-startup=false")
                .run(context -> {
                    assertThat(context).hasSingleBean(WorkflowObservations.class);
                    SimpleMeterRegistry meters = context.getBean(SimpleMeterRegistry.class);
                    context.getBean(WorkflowMeters.class).bindTo(meters);
                    for (WorkflowMeter meter : WorkflowMeter.values()) {
                        assertThat(meters.find(meter.meter())
                                        .tag("workflow", "enrich")
                                        .meters())
                                .as("%s", meter)
                                .isNotEmpty();
                    }
                    assertThat(meters.get("streams.workflow.records")
                                    .tags("workflow", "enrich", "outcome", "dead")
                                    .functionCounter()
                                    .count())
                            .isZero();
                });
    }
}
