package io.streamsboot.boot.autoconfigure.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.support.SystemEnvironmentPropertySourceEnvironmentPostProcessor;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Environment variables STREAM_… and what they set. */
class StreamVariablesTests {

    @Test
    void everyVariableSetsItsProperty() {
        PipelinesProperties properties = bind(Map.of(
                "STREAM_CONSUMERS", "3",
                "STREAM_BATCH_SIZE", "500",
                "STREAM_POLL_TIMEOUT_MS", "20",
                "STREAM_CHECKPOINT_SECONDS", " 10 ",
                "STREAM_EXACTLY_ONCE", "true",
                "STREAM_OFFSET_RESET", "latest",
                "STREAM_IDLE_TIMEOUT_MS", "40000",
                "STREAM_STOP_WHEN_IDLE_MS", "30000",
                "STREAM_HEARTBEAT_SECONDS", "7"));

        assertThat(properties.getConsumers()).isEqualTo(3);
        assertThat(properties.getBatchSize()).isEqualTo(500);
        assertThat(properties.getPollTimeout()).isEqualTo(Duration.ofMillis(20));
        assertThat(properties.getCheckpointInterval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(properties.getExactlyOnce()).isTrue();
        assertThat(properties.getOffsetReset()).isEqualTo(PipelinesProperties.OffsetReset.LATEST);
        assertThat(properties.getIdleTimeout()).isEqualTo(Duration.ofSeconds(40));
        assertThat(properties.getStopWhenIdle()).isEqualTo(Duration.ofSeconds(30));
        assertThat(properties.getHeartbeatInterval()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void theVariableOfThePropertyWinsAndBothWinOverFiles() {
        assertThat(properties(environment(Map.of("STREAM_CONSUMERS", "3", "STREAMS_PIPELINES_CONSUMERS", "4")))
                        .getConsumers())
                .isEqualTo(4);
        StandardEnvironment environment = environment(Map.of("STREAM_CONSUMERS", "3"));
        environment
                .getPropertySources()
                .addLast(new MapPropertySource("file", Map.of("streams.pipelines.consumers", "9")));
        assertThat(properties(environment).getConsumers()).isEqualTo(3);
        assertThat(properties(environment(Map.of("STREAM_BATCH_SIZE", " "))).getBatchSize())
                .isNull();
        assertThat(environment(Map.of("STREAM_OTHER", "1"))
                        .getPropertySources()
                        .contains(StreamVariables.PROPERTY_SOURCE))
                .isFalse();
    }

    @Test
    void anErrorNamesTheVariable() {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> bind(Map.of("STREAM_CONSUMERS", "many")))
                .satisfies(e -> {
                    assertThat(e.getProperty().getValue()).isEqualTo("many");
                    assertThat(e.getProperty().getOrigin()).hasToString("environment variable STREAM_CONSUMERS");
                });
    }

    private static PipelinesProperties bind(Map<String, Object> variables) {
        return properties(environment(variables));
    }

    private static PipelinesProperties properties(StandardEnvironment environment) {
        return Binder.get(environment).bindOrCreate(PipelinesProperties.PREFIX, PipelinesProperties.class);
    }

    private static StandardEnvironment environment(Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        SpringApplication application = new SpringApplication();
        new SystemEnvironmentPropertySourceEnvironmentPostProcessor().postProcessEnvironment(environment, application);
        new StreamVariables().postProcessEnvironment(environment, application);
        return environment;
    }
}
