package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.core.Backoff;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.MissingTopics;
import io.streamsboot.topology.runtime.RestartPolicy;
import io.streamsboot.topology.runtime.TopologyOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.config.SslConfigs;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** How properties, connection details and customizers become the options of a topology. */
class ConfigurationTests {

    private final ApplicationContextRunner runner = Contexts.runner().withUserConfiguration(OneTopology.class);

    @Test
    void withoutPropertiesTheDefaultsOfEngineAndKafkaApply() {
        run(runner, options -> {
            assertThat(options.config())
                    .containsEntry("bootstrap.servers", List.of("localhost:1"))
                    .containsEntry("application.id", "app-delays")
                    .doesNotContainKeys("num.stream.threads", "processing.guarantee", "state.dir", "group.protocol");
            assertThat(options.missingTopics()).isEqualTo(MissingTopics.DEFAULT);
            assertThat(options.restart()).isEqualTo(RestartPolicy.DEFAULT);
            assertThat(options.closeTimeout()).isEqualTo(TopologyOptions.DEFAULT_CLOSE_TIMEOUT);
            assertThat(options.leaveGroupOnClose()).isTrue();
            assertThat(options.groupConfig()).isEmpty();
        });
    }

    @Test
    void everyGlobalPropertyHasAnEffect() {
        run(
                runner.withPropertyValues(
                        "streams.threads=3",
                        "streams.processing-guarantee=exactly-once",
                        "streams.commit-interval=50ms",
                        "streams.state-directory=state",
                        "streams.group-protocol=classic",
                        "streams.standby-replicas=1",
                        "streams.session-timeout=20s",
                        "streams.heartbeat-interval=2s",
                        "streams.require-explicit-names=false",
                        "streams.close-timeout=7s",
                        "streams.leave-group-on-close=true",
                        "streams.missing-topics.policy=create",
                        "streams.missing-topics.deadline=9s",
                        "streams.missing-topics.partitions=4",
                        "streams.missing-topics.replication-factor=2",
                        "streams.missing-topics.configs.cleanup.policy=compact",
                        "streams.missing-topics.topics.airports.partitions=1",
                        "streams.missing-topics.topics.[a.b].configs.retention.ms=-1",
                        "streams.restart.attempts=5",
                        "streams.restart.reset-after=1m",
                        "streams.restart.backoff.initial=2s",
                        "streams.restart.backoff.multiplier=3",
                        "streams.restart.backoff.max=10s",
                        "streams.restart.backoff.jitter=0",
                        "streams.properties.max.task.idle.ms=5"),
                options -> {
                    assertThat(options.config())
                            .containsEntry("num.stream.threads", 3)
                            .containsEntry("processing.guarantee", "exactly_once_v2")
                            .containsEntry("commit.interval.ms", 50L)
                            .containsEntry("state.dir", "state")
                            .containsEntry("group.protocol", "classic")
                            .containsEntry("num.standby.replicas", 1)
                            .containsEntry("session.timeout.ms", 20_000)
                            .containsEntry("heartbeat.interval.ms", 2_000)
                            .containsEntry("ensure.explicit.internal.resource.naming", false)
                            .containsEntry("max.task.idle.ms", "5");
                    assertThat(options.groupConfig()).isEmpty();
                    assertThat(options.closeTimeout()).isEqualTo(Duration.ofSeconds(7));
                    assertThat(options.leaveGroupOnClose()).isTrue();
                    MissingTopics missing = options.missingTopics();
                    assertThat(missing.policy()).isEqualTo(MissingTopics.Policy.CREATE);
                    assertThat(missing.deadline()).isEqualTo(Duration.ofSeconds(9));
                    assertThat(missing.specOf("other").partitions()).isEqualTo(4);
                    assertThat(missing.specOf("other").replicationFactor()).isEqualTo((short) 2);
                    assertThat(missing.specOf("airports").partitions()).isEqualTo(1);
                    assertThat(missing.specOf("airports").configs()).containsEntry("cleanup.policy", "compact");
                    assertThat(missing.specOf("a.b").configs()).containsEntry("retention.ms", "-1");
                    assertThat(options.restart().attempts()).isEqualTo(5);
                    assertThat(options.restart().resetAfter()).isEqualTo(Duration.ofMinutes(1));
                    assertThat(options.restart().backoff())
                            .isEqualTo(new Backoff(Duration.ofSeconds(2), 3, Duration.ofSeconds(10), 0));
                });
    }

    @Test
    void theTopologyWinsAndMapsAreMerged() {
        run(
                runner.withPropertyValues(
                        "streams.threads=3",
                        "streams.commit-interval=50ms",
                        "streams.properties.max.task.idle.ms=5",
                        "streams.properties.poll.ms=6",
                        "streams.missing-topics.partitions=4",
                        "streams.missing-topics.topics.in.partitions=5",
                        "streams.missing-topics.configs.retention.ms=1",
                        "streams.topologies.delays.application-id=own",
                        "streams.topologies.delays.threads=2",
                        "streams.topologies.delays.properties.max.task.idle.ms=7",
                        "streams.topologies.delays.missing-topics.topics.in.replication-factor=3",
                        "streams.topologies.delays.missing-topics.configs.segment.ms=2",
                        "streams.topologies.delays.restart.attempts=0"),
                options -> {
                    assertThat(options.config())
                            .containsEntry("application.id", "own")
                            .containsEntry("num.stream.threads", 2)
                            .containsEntry("commit.interval.ms", 50L)
                            .containsEntry("max.task.idle.ms", "7")
                            .containsEntry("poll.ms", "6");
                    assertThat(options.missingTopics().specOf("in"))
                            .isEqualTo(new MissingTopics.NewTopicSpec(
                                    5, (short) 3, Map.of("retention.ms", "1", "segment.ms", "2")));
                    assertThat(options.restart().attempts()).isZero();
                });
    }

    @Test
    void freePropertiesWinOverNamedOnesOfTheirLevelOnly() {
        run(
                runner.withPropertyValues(
                        "streams.threads=1",
                        "streams.properties.num.stream.threads=2",
                        "streams.topologies.delays.threads=3"),
                options -> assertThat(options.config()).containsEntry("num.stream.threads", 3));
        run(
                runner.withPropertyValues("streams.threads=1", "streams.properties.num.stream.threads=2"),
                options -> assertThat(options.config()).containsEntry("num.stream.threads", "2"));
    }

    @Test
    void narrowSessionTimeoutWinsOverWidePrefixedOne() {
        run(
                runner.withPropertyValues(
                        "streams.properties.main.consumer.session.timeout.ms=1",
                        "streams.topologies.delays.session-timeout=2s"),
                options -> assertThat(options.config())
                        .containsEntry("session.timeout.ms", 2_000)
                        .doesNotContainKey("main.consumer.session.timeout.ms"));
    }

    @Test
    void namesAreMatchedAsRelaxedAsPropertyNames() {
        for (String key : List.of("delaysPerAirport", "delays-per-airport", "DELAYSPERAIRPORT")) {
            Contexts.runner()
                    .withBean("delaysPerAirport", TopologyDefinition.class, () -> builder -> builder.stream("in"))
                    .withPropertyValues("streams.topologies." + key + ".threads=4")
                    .run(context -> assertThat(context.getBean(ManagedTopologies.class)
                                    .find("delaysPerAirport")
                                    .options()
                                    .config())
                            .containsEntry("num.stream.threads", 4));
        }
    }

    @Test
    void streamsProtocolMovesWhatTheClientWouldIgnoreToTheGroup() {
        run(
                runner.withPropertyValues(
                        "streams.group-protocol=streams",
                        "streams.standby-replicas=1",
                        "streams.topologies.delays.session-timeout=50s",
                        "streams.topologies.delays.properties.main.consumer.heartbeat.interval.ms=4000",
                        "streams.properties.consumer.heartbeat.interval.ms=3000",
                        "streams.properties.streams.initial.rebalance.delay.ms=10",
                        "spring.kafka.streams.properties.max.poll.records=9"),
                options -> {
                    assertThat(options.groupConfig())
                            .isEqualTo(Map.of(
                                    "streams.num.standby.replicas", "1",
                                    "streams.session.timeout.ms", "50000",
                                    "streams.heartbeat.interval.ms", "4000",
                                    "streams.initial.rebalance.delay.ms", "10"));
                    assertThat(options.config())
                            .containsEntry("group.protocol", "streams")
                            .containsEntry("max.poll.records", "9")
                            .doesNotContainKeys(
                                    "num.standby.replicas",
                                    "session.timeout.ms",
                                    "heartbeat.interval.ms",
                                    "consumer.heartbeat.interval.ms",
                                    "main.consumer.heartbeat.interval.ms",
                                    "streams.initial.rebalance.delay.ms");
                });
    }

    @Test
    void baseComesFromSpringKafkaWithSaslAndItsClientIdIsMadeUnique() {
        run(
                runner.withPropertyValues(
                        "spring.kafka.client-id=me",
                        "spring.kafka.security.protocol=SASL_PLAINTEXT",
                        "spring.kafka.properties.sasl.mechanism=PLAIN",
                        "spring.kafka.properties.sasl.jaas.config=secret-module",
                        "spring.kafka.streams.application-id=ignored",
                        "spring.kafka.streams.state-dir=base",
                        "spring.kafka.streams.replication-factor=2",
                        "spring.kafka.streams.properties.num.stream.threads=5",
                        "spring.kafka.streams.bootstrap-servers=localhost:2"),
                options -> {
                    assertThat(options.config())
                            .containsEntry("client.id", "me-delays")
                            .containsEntry("security.protocol", "SASL_PLAINTEXT")
                            .containsEntry("sasl.mechanism", "PLAIN")
                            .containsEntry("application.id", "app-delays")
                            .containsEntry("state.dir", "base")
                            .containsEntry("replication.factor", 2)
                            .containsEntry("num.stream.threads", "5")
                            .containsEntry("bootstrap.servers", List.of("localhost:2"));
                    assertThat(options.toString()).doesNotContain("secret-module");
                });
    }

    @Test
    void connectionDetailsWinOverProperties() {
        run(
                runner.withBean(KafkaConnectionDetails.class, () -> new KafkaConnectionDetails() {
                    @Override
                    public List<String> getBootstrapServers() {
                        return List.of("container:9");
                    }

                    @Override
                    public String getSecurityProtocol() {
                        return "SSL";
                    }

                    @Override
                    public SslBundle getSslBundle() {
                        return SslBundle.of(null);
                    }
                }),
                options -> assertThat(options.config())
                        .containsEntry("bootstrap.servers", List.of("container:9"))
                        .containsEntry("security.protocol", "SSL")
                        .containsEntry(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class)
                        .containsKey(SslBundle.class.getName()));
    }

    @Test
    void tlsComesFromTheNamedBundle() {
        run(
                runner.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                        .withPropertyValues(
                                "spring.kafka.ssl.bundle=kafka",
                                "spring.kafka.security.protocol=SSL",
                                "spring.ssl.bundle.pem.kafka.options.enabled-protocols=TLSv1.3"),
                options -> assertThat(options.config().get(SslBundle.class.getName()))
                        .isInstanceOfSatisfying(
                                SslBundle.class,
                                bundle -> assertThat(bundle.getOptions().getEnabledProtocols())
                                        .containsExactly("TLSv1.3")));
    }

    @Test
    void customizersSeeTheResultInTheirOrder() {
        run(
                runner.withUserConfiguration(Customizers.class).withPropertyValues("streams.threads=2"),
                options -> assertThat(options.config())
                        .containsEntry("num.stream.threads", 20)
                        .containsEntry("client.rack", "delays"));
    }

    @Test
    void defaultStateDirectoryCountsOnlyIfNoneIsSet() {
        ApplicationContextRunner withDefault =
                runner.withBean(DefaultStateDirectory.class, () -> () -> Path.of("default"));
        run(withDefault, options -> assertThat(options.config()).containsEntry("state.dir", "default"));
        run(
                withDefault.withPropertyValues("spring.kafka.streams.state-dir=mine"),
                options -> assertThat(options.config()).containsEntry("state.dir", "mine"));
        run(
                withDefault.withPropertyValues("streams.properties.state.dir=mine"),
                options -> assertThat(options.config()).containsEntry("state.dir", "mine"));
    }

    private static void run(ApplicationContextRunner runner, Consumer<TopologyOptions> check) {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context.getBean(ManagedTopologies.class).find("delays").options());
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OneTopology {

        @Bean
        TopologyDefinition delays() {
            return builder -> builder.stream("in").to("out");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Customizers {

        @Bean
        @Order(2)
        StreamsConfigCustomizer second() {
            return (topology, config) ->
                    config.computeIfPresent("num.stream.threads", (name, value) -> (Integer) value * 4);
        }

        @Bean
        @Order(1)
        StreamsConfigCustomizer first() {
            return (topology, config) -> {
                config.put("num.stream.threads", 5);
                config.put("client.rack", topology);
            };
        }
    }
}
