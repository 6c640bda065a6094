package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.Backoff;
import io.streamsboot.core.failure.Failure;
import io.streamsboot.core.failure.FailureAction;
import io.streamsboot.core.failure.FailureClassifier;
import io.streamsboot.core.failure.Stage;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.deadletter.DeadLetterOptions;
import io.streamsboot.topology.deadletter.DeadLetterTopic;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** How {@code streams.dead-letter} and {@code streams.topologies.<name>.dead-letter} become options. */
class DeadLetterPropertiesTests {

    private final ApplicationContextRunner runner = Contexts.runner().withUserConfiguration(Topologies.class);

    @Test
    void onWithEveryDefaultOfTheEngine() {
        run(runner, "delays", options -> {
            assertThat(options.enabled()).isTrue();
            assertThat(options.topic()).isEqualTo(DeadLetterTopic.DEFAULT);
            assertThat(options.limits()).isEqualTo(DeadLetterOptions.DEFAULT.limits());
            assertThat(options.failuresInARow()).isEqualTo(25);
            assertThat(options.ownSource()).isFalse();
            assertThat(options.maxAttempts()).isEqualTo(10);
            assertThat(classify(options, Stage.DECODE, "in", new IllegalStateException()))
                    .isEqualTo(FailureAction.DEAD_LETTER);
        });
    }

    @Test
    void everyPropertyHasAnEffectAndTheTopologysOwnWins() {
        ApplicationContextRunner all = runner.withPropertyValues(
                "streams.dead-letter.failures-in-a-row=3",
                "streams.dead-letter.own-source=true",
                "streams.dead-letter.max-attempts=4",
                "streams.dead-letter.stack-trace-length=100",
                "streams.dead-letter.message-length=50",
                "streams.dead-letter.topic.name=all.{topology}",
                "streams.dead-letter.topic.create=false",
                "streams.dead-letter.topic.partitions=5",
                "streams.dead-letter.topic.replication-factor=2",
                "streams.dead-letter.topic.retention=7d",
                "streams.dead-letter.topic.max-message-size=8MB");
        run(all, "delays", options -> {
            assertThat(options.failuresInARow()).isEqualTo(3);
            assertThat(options.ownSource()).isTrue();
            assertThat(options.maxAttempts()).isEqualTo(4);
            assertThat(options.limits().stackTrace()).isEqualTo(100);
            assertThat(options.limits().message()).isEqualTo(50);
            assertThat(options.topic())
                    .isEqualTo(new DeadLetterTopic("all.{topology}", false, 5, (short) 2, Duration.ofDays(7), 8 << 20));
        });
        run(
                all.withPropertyValues(
                        "streams.topologies.delays.dead-letter.enabled=false",
                        "streams.topologies.delays.dead-letter.failures-in-a-row=0",
                        "streams.topologies.delays.dead-letter.topic.name={source}.rejected",
                        "streams.topologies.delays.dead-letter.topic.partitions=0"),
                "delays",
                options -> {
                    assertThat(options.enabled()).isFalse();
                    assertThat(options.failuresInARow()).isZero();
                    assertThat(options.topic().name()).isEqualTo("{source}.rejected");
                    assertThat(options.topic().partitions()).isZero();
                    assertThat(options.topic().retention()).isEqualTo(Duration.ofDays(7));
                });
    }

    @Test
    void rulesAreAskedInTheirOrderThoseOfTheTopologyFirst() {
        ApplicationContextRunner rules = runner.withPropertyValues(
                "streams.dead-letter.rules[0].exceptions=IOException,java.sql.SQLException",
                "streams.dead-letter.rules[0].action=retry",
                "streams.dead-letter.rules[0].attempts=5",
                "streams.dead-letter.rules[0].backoff.initial=10ms",
                "streams.dead-letter.rules[0].backoff.multiplier=3",
                "streams.dead-letter.rules[0].backoff.max=1s",
                "streams.dead-letter.rules[0].backoff.jitter=0",
                "streams.dead-letter.rules[0].then=dead-letter",
                "streams.dead-letter.rules[1].stages=decode,produce",
                "streams.dead-letter.rules[1].topics=test-*",
                "streams.dead-letter.rules[1].action=skip",
                "streams.dead-letter.rules[2].topologies=copies",
                "streams.dead-letter.rules[2].nodes=nobody",
                "streams.dead-letter.rules[2].action=fail",
                "streams.dead-letter.rules[3].messages=poison",
                "streams.dead-letter.rules[3].action=fail",
                "streams.topologies.copies.dead-letter.rules[0].exceptions=IOException",
                "streams.topologies.copies.dead-letter.rules[0].action=fail");
        Exception wrapped = new RuntimeException(new UncheckedIOException(new java.io.IOException("down")));
        run(rules, "delays", options -> {
            assertThat(classify(options, Stage.PROCESS, "in", wrapped))
                    .isEqualTo(new FailureAction.Retry(
                            5,
                            new Backoff(Duration.ofMillis(10), 3, Duration.ofSeconds(1), 0),
                            FailureAction.DEAD_LETTER));
            assertThat(classify(options, Stage.DECODE, "test-1", new IllegalStateException()))
                    .isEqualTo(FailureAction.SKIP);
            assertThat(classify(options, Stage.PROCESS, "test-1", new IllegalStateException()))
                    .isEqualTo(FailureAction.DEAD_LETTER);
            assertThat(classify(options, Stage.PROCESS, "in", new IllegalStateException("a poison record")))
                    .isEqualTo(FailureAction.FAIL);
        });
        run(
                rules,
                "copies",
                options -> assertThat(classify(options, Stage.PROCESS, "in", wrapped))
                        .isEqualTo(FailureAction.FAIL));
    }

    @Test
    void aBeanReplacesTheClassifier() {
        run(
                runner.withBean(FailureClassifier.class, () -> failure -> FailureAction.SKIP),
                "delays",
                options -> assertThat(classify(options, Stage.PROCESS, "in", new Error()))
                        .isEqualTo(FailureAction.SKIP));
        runner.withBean(FailureClassifier.class, () -> failure -> FailureAction.SKIP)
                .withPropertyValues("streams.topologies.copies.dead-letter.rules[0].action=skip")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StreamsConfigurationException.class)
                        .hasMessageContaining("streams.topologies.copies.dead-letter.rules"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            streams.dead-letter.failures-in-a-row=-1                      | streams.dead-letter.failures-in-a-row
            streams.topologies.delays.dead-letter.max-attempts=0          | streams.topologies.delays.dead-letter.max-attempts
            streams.dead-letter.stack-trace-length=0                      | streams.dead-letter.stack-trace-length
            streams.dead-letter.message-length=0                          | streams.dead-letter.message-length
            streams.dead-letter.topic.name=a b                            | streams.dead-letter.topic.name
            streams.dead-letter.topic.name={nobody}.letters               | streams.dead-letter.topic.name
            streams.dead-letter.topic.partitions=-1                       | streams.dead-letter.topic.partitions
            streams.dead-letter.topic.replication-factor=-1               | streams.dead-letter.topic.replication-factor
            streams.dead-letter.topic.retention=0s                        | streams.dead-letter.topic.retention
            streams.dead-letter.topic.max-message-size=1KB                | streams.dead-letter.topic.max-message-size
            streams.dead-letter.topic.max-message-size=3GB                | streams.dead-letter.topic.max-message-size
            streams.dead-letter.scan.interval=-1s                         | streams.dead-letter.scan.interval
            streams.dead-letter.rules[0].stages=decode                    | streams.dead-letter.rules[0].action
            streams.topologies.delays.dead-letter.rules[0].nodes=x        | streams.topologies.delays.dead-letter.rules[0].action
            """)
    void aWrongValueNamesItsProperty(String property, String key) {
        assertRefused(key, property);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            skip  | attempts=2                | attempts
            fail  | then=skip                 | then
            fail  | backoff.max=2s            | backoff
            retry | attempts=0                | attempts
            retry | then=retry                | then
            retry | backoff.initial=0s        | backoff.initial
            retry | backoff.max=1ms           | backoff.max
            retry | backoff.multiplier=0.5    | backoff.multiplier
            retry | backoff.jitter=2          | backoff.jitter
            skip  | topologies=delay          | topologies
            skip  | exceptions[0]=            | exceptions
            """)
    void aWrongRuleNamesItsProperty(String action, String setting, String key) {
        assertRefused(
                "streams.dead-letter.rules[0]." + key,
                "streams.dead-letter.rules[0].action=" + action,
                "streams.dead-letter.rules[0]." + setting);
    }

    @Test
    void aRuleOfOneTopologyNamesNoOther() {
        assertRefused(
                "streams.topologies.delays.dead-letter.rules[0].topologies",
                "streams.topologies.delays.dead-letter.rules[0].action=skip",
                "streams.topologies.delays.dead-letter.rules[0].topologies=copies");
    }

    @Test
    void aMisspeltPropertyIsRefused() {
        runner.withPropertyValues("streams.dead-letter.topic.retentoin=1d")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("streams.dead-letter.topic.retentoin"));
    }

    private void assertRefused(String key, String... properties) {
        runner.withPropertyValues(properties)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining(key + " ")
                        .isInstanceOf(
                                org.springframework.boot.context.properties.source
                                        .InvalidConfigurationPropertyValueException.class));
    }

    private static FailureAction classify(
            DeadLetterOptions options, Stage stage, @Nullable String topic, Throwable exception) {
        return options.classifier().classify(new Failure(stage, "delays", "node", topic, exception));
    }

    private static void run(ApplicationContextRunner runner, String topology, Consumer<DeadLetterOptions> check) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context.getBean(ManagedTopologies.class)
                    .find(topology)
                    .options()
                    .deadLetters());
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Topologies {

        @Bean
        TopologyDefinition delays() {
            return builder -> builder.stream("in").to("out");
        }

        @Bean
        TopologyDefinition copies() {
            return builder -> builder.stream("in").to("copies");
        }
    }
}
