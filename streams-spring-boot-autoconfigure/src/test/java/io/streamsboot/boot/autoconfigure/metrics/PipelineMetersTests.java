package io.streamsboot.boot.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streamsboot.boot.autoconfigure.Contexts;
import io.streamsboot.boot.autoconfigure.pipeline.PipelineAutoConfiguration;
import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.host.Pipelines;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PipelineMetersTests {

    private final ApplicationContextRunner runner = Contexts.runner()
            .withConfiguration(
                    AutoConfigurations.of(PipelineAutoConfiguration.class, PipelineMetricsAutoConfiguration.class))
            .withPropertyValues("streams.pipelines.definitions.p={name: p, datasets: {a: {topic: a}, b: {topic: b}},"
                    + " stages: [{inputs: [a], output: b, steps: []}]}");

    @Test
    void stagesAreCounted() {
        runner.run(context -> {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(PipelineMeters.class).bindTo(registry);
            StageCounters counters = context.getBean(Pipelines.class)
                    .find("p")
                    .pipeline()
                    .counters()
                    .get("b");
            counters.consume();
            counters.consume();
            counters.emit(3);
            counters.drop();
            counters.rescue();
            counters.late();
            assertThat(count(registry, PipelineMeter.CONSUMED)).isEqualTo(2);
            assertThat(count(registry, PipelineMeter.EMITTED)).isEqualTo(3);
            assertThat(count(registry, PipelineMeter.DROPPED)).isEqualTo(1);
            assertThat(count(registry, PipelineMeter.RESCUED)).isEqualTo(1);
            assertThat(count(registry, PipelineMeter.LATE)).isEqualTo(1);
        });
    }

    @Test
    void withoutPipelinesOrMicrometerNothingIsMissed() {
        runner.withPropertyValues("streams.pipelines.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(PipelineMeters.class));
        runner.withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    private static double count(SimpleMeterRegistry registry, PipelineMeter meter) {
        return registry.get(meter.key())
                .tag(PipelineMeter.PIPELINE, "p")
                .tag(PipelineMeter.OUTPUT, "b")
                .functionCounter()
                .count();
    }
}
