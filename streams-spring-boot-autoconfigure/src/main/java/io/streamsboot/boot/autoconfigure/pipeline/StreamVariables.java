package io.streamsboot.boot.autoconfigure.pipeline;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Lets environment variables {@code STREAM_…} set properties below {@code streams.pipelines}. They rank just below the
 * environment variables that are named after the properties, so {@code STREAMS_PIPELINES_CONSUMERS} wins over
 * {@code STREAM_CONSUMERS}, and both win over files.
 */
final class StreamVariables implements EnvironmentPostProcessor, Ordered {

    static final String PROPERTY_SOURCE = "streamVariables";

    /** A variable, the property that it sets, and the unit of a number in it. */
    enum Variable {
        STREAM_CONSUMERS("consumers", ""),
        STREAM_BATCH_SIZE("batch-size", ""),
        STREAM_POLL_TIMEOUT_MS("poll-timeout", "ms"),
        STREAM_CHECKPOINT_SECONDS("checkpoint-interval", "s"),
        STREAM_EXACTLY_ONCE("exactly-once", ""),
        STREAM_OFFSET_RESET("offset-reset", ""),
        STREAM_IDLE_TIMEOUT_MS("idle-timeout", "ms"),
        STREAM_STOP_WHEN_IDLE_MS("stop-when-idle", "ms"),
        STREAM_HEARTBEAT_SECONDS("heartbeat-interval", "s");

        private final String property;
        private final String unit;

        Variable(String property, String unit) {
            this.property = property;
            this.unit = unit;
        }

        String property() {
            return PipelinesProperties.PREFIX + "." + property;
        }

        /** What is not a number stays as it is, so that an error shows what was written. */
        String value(String text) {
            String stripped = text.strip();
            return stripped.matches("-?\\d+") ? stripped + unit : text;
        }
    }

    private record VariableOrigin(String variable) implements Origin {
        @Override
        public String toString() {
            return "environment variable " + variable;
        }
    }

    /** Before files are read, so that they can use the properties. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER - 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        PropertySource<?> system =
                environment.getPropertySources().get(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
        if (!(system instanceof MapPropertySource variables)) {
            return;
        }
        Map<String, Object> values = new HashMap<>();
        for (Variable variable : Variable.values()) {
            Object value = variables.getSource().get(variable.name());
            if (value != null && !value.toString().isBlank()) {
                values.put(
                        variable.property(),
                        OriginTrackedValue.of(variable.value(value.toString()), new VariableOrigin(variable.name())));
            }
        }
        if (!values.isEmpty()) {
            environment
                    .getPropertySources()
                    .addAfter(
                            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                            new OriginTrackedMapPropertySource(PROPERTY_SOURCE, values));
        }
    }
}
