package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.topology.ProcessorDefinition;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.UnsupportedKafkaException;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a person reads when an application does not start: never a stack trace alone. */
@ExtendWith(OutputCaptureExtension.class)
class StartUpErrorTests {

    @Test
    void twoTopologiesWithOneApplicationId(CapturedOutput output) {
        fail(
                Two.class,
                "streams.topologies.first.application-id=same",
                "streams.topologies.second.application-id=same");
        assertExplained(
                output,
                "Topologies 'first' and 'second' have the same application id 'same'",
                "Set streams.topologies.first.application-id");
    }

    @Test
    void noApplicationName(CapturedOutput output) {
        fail(Two.class, "spring.application.name=");
        assertExplained(
                output,
                "Topology 'first' has no application id: neither 'spring.application.name' nor"
                        + " 'streams.topologies.first.application-id' is set.",
                "Set 'spring.application.name'");
    }

    @Test
    void applicationNameThatIsNoTopicName(CapturedOutput output) {
        fail(Two.class, "spring.application.name=My App");
        assertExplained(
                output,
                "The application id 'My App-first' of topology 'first', taken from 'spring.application.name'",
                "Use up to 200 letters");
    }

    @Test
    void numberOutOfRange(CapturedOutput output) {
        fail(Two.class, "streams.topologies.first.threads=0");
        assertExplained(output, "streams.topologies.first.threads", "It must be at least 1.");
    }

    @Test
    void valueOfTheWrongType(CapturedOutput output) {
        fail(Two.class, "streams.processing-guarantee=exactly-twice");
        assertExplained(output, "streams.processing-guarantee", "exactly-twice");
    }

    @Test
    void delayBelowItsOwnMinimum(CapturedOutput output) {
        fail(Two.class, "streams.restart.backoff.initial=10s", "streams.topologies.first.restart.backoff.max=1s");
        assertExplained(output, "streams.topologies.first.restart.backoff.max", "restart.backoff.initial");
    }

    @Test
    void settingsOfATopologyThatDoesNotExist(CapturedOutput output) {
        fail(Two.class, "streams.topologies.frist.threads=1");
        assertExplained(
                output,
                "Property 'streams.topologies.frist' configures a topology that does not exist. Known topologies:"
                        + " [first, second].",
                "Correct the name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "streams.theads",
                "streams.restart.atempts",
                "streams.dead-letter.topik",
                "streams.topologies.first.thread"
            })
    void misspeltSetting(String name, CapturedOutput output) {
        fail(Two.class, name + "=1");
        assertExplained(output, "No property has these names:", name);
    }

    @Test
    void wrongKafkaSetting(CapturedOutput output) {
        fail(Two.class, "streams.properties.num.stream.threads=many");
        assertExplained(output, "num.stream.threads", "Correct it below 'streams'");
    }

    @Test
    void wrongKafkaSettingOfOneTopology(CapturedOutput output) {
        fail(Two.class, "streams.topologies.first.properties.num.stream.threads=many");
        assertExplained(output, "num.stream.threads", "below streams.topologies.first or streams");
    }

    @Test
    void unnamedStore(CapturedOutput output) {
        fail(Unnamed.class);
        assertExplained(output, "Topology 'unnamed' cannot be built", "Name every store and repartition");
    }

    @Test
    void emptyTopology(CapturedOutput output) {
        fail(Empty.class);
        assertExplained(output, "Topology 'empty' is empty: it reads no topic.", "Add a source");
    }

    @Test
    void definitionThatThrows(CapturedOutput output) {
        fail(Throwing.class);
        assertExplained(output, "Topology 'throwing' cannot be built, its definition throws", "Correct the definition");
    }

    @Test
    void twoKindsOfBeansForOneTopology(CapturedOutput output) {
        fail(TwoKinds.class);
        assertExplained(
                output,
                "Two beans declare topology 'late': TopologyDefinition bean 'late' and ProcessorDefinition bean 'step'.",
                "Rename one of them.");
    }

    @Test
    void missingTopicUnderFail(CapturedOutput output) {
        try (DevBroker broker = DevBroker.builder().topic("out", 1).start()) {
            fail(
                    Two.class,
                    "streams.auto-startup=true",
                    "streams.missing-topics.policy=fail",
                    "spring.kafka.bootstrap-servers=" + broker.bootstrapServers());
        }
        assertExplained(
                output,
                "Topology 'first' needs topics that do not exist: in.",
                "streams.topologies.first.missing-topics.policy");
    }

    @Test
    void libraryTooOld(CapturedOutput output) {
        fail(TooOld.class);
        assertExplained(output, "The Kafka library is version 4.1.0.", "Use 4.2 or later.");
    }

    private static void fail(Class<?> configuration, String... properties) {
        List<String> arguments = new ArrayList<>();
        for (String property : properties) {
            arguments.add("--" + property);
        }
        Throwable failure = catchThrowable(() -> new SpringApplicationBuilder(configuration, Base.class)
                .properties(Contexts.PROPERTIES)
                .properties("spring.main.web-application-type=none", "spring.main.banner-mode=off")
                .run(arguments.toArray(String[]::new))
                .close());
        assertThat(failure).isNotNull();
    }

    private static void assertExplained(CapturedOutput output, String description, String action) {
        String report = output.getAll();
        report = report.substring(Math.max(0, report.indexOf("APPLICATION FAILED TO START")));
        assertThat(report)
                .contains("APPLICATION FAILED TO START")
                .contains("Description:")
                .contains(description)
                .contains(action)
                .doesNotContain("\tat ");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({KafkaAutoConfiguration.class, StreamsAutoConfiguration.class})
    static class Base {}

    @Configuration(proxyBeanMethods = false)
    static class Two {

        @Bean
        TopologyDefinition second() {
            return builder -> builder.stream("in").to("out");
        }

        @Bean
        TopologyDefinition first() {
            return builder -> builder.stream("in").to("out");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Unnamed {

        @Bean
        TopologyDefinition unnamed() {
            return builder -> builder.stream("in").groupByKey().count();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Empty {

        @Bean
        TopologyDefinition empty() {
            return builder -> {};
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Throwing {

        @Bean
        TopologyDefinition throwing() {
            return builder -> {
                throw new IllegalStateException("broken");
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoKinds {

        @Bean
        TopologyDefinition late() {
            return builder -> builder.stream("in").to("out");
        }

        @Bean
        ProcessorDefinition step() {
            return ProcessorDefinition.from(Consumed.with(Serdes.String(), Serdes.String()), "in")
                    .process("step", () -> (Processor<String, String, Void, Void>) record -> {})
                    .topology("late")
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TooOld {

        @Bean
        TopologyDefinition any() {
            throw new UnsupportedKafkaException("The Kafka library is version 4.1.0.", "Use 4.2 or later.", null);
        }
    }
}
