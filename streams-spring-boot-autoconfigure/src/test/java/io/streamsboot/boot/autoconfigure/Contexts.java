package io.streamsboot.boot.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts without a broker: nothing listens at the address, and nothing starts unless a test says so. */
public final class Contexts {

    static final String[] PROPERTIES = {
        "spring.application.name=app", "spring.kafka.bootstrap-servers=localhost:1", "streams.auto-startup=false"
    };

    private Contexts() {}

    public static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(KafkaAutoConfiguration.class, StreamsAutoConfiguration.class))
                .withPropertyValues(PROPERTIES);
    }
}
