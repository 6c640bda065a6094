package io.streamsboot.boot.autoconfigure.devbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streamsboot.boot.autoconfigure.StreamsAutoConfiguration;
import io.streamsboot.devbroker.DevBroker;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStateChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

@ExtendWith(OutputCaptureExtension.class)
class DevBrokerAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    KafkaAutoConfiguration.class, StreamsAutoConfiguration.class, DevBrokerAutoConfiguration.class))
            .withPropertyValues("spring.application.name=app");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.kafka.bootstrap-servers=localhost:1",
                "spring.kafka.bootstrap-servers[0]=localhost:1",
                "spring.kafka.bootstrapServers=localhost:1",
                "spring.kafka.streams.bootstrap-servers=localhost:1",
                "spring.kafka.admin.bootstrap-servers=localhost:1",
                "spring.kafka.producer.bootstrap-servers[0]=localhost:1",
                "spring.kafka.consumer.bootstrap-servers=localhost:1",
                "spring.kafka.properties.bootstrap.servers=localhost:1",
                "spring.kafka.properties[bootstrap.servers]=localhost:1",
                "spring.kafka.streams.properties.bootstrap.servers=localhost:1",
                "streams.properties.bootstrap.servers=localhost:1",
                "streams.dev-broker.enabled=false"
            })
    void thereIsNoneWhenAKafkaAddressIsGivenOrItIsSwitchedOff(String property) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(DevBroker.class));
    }

    @Test
    void thereIsNoneBesideOtherConnectionDetails() {
        runner.withBean(KafkaConnectionDetails.class, () -> () -> List.of("localhost:1"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(KafkaConnectionDetails.class)
                        .doesNotHaveBean(DevBroker.class));
    }

    @Test
    void thereIsNoneWithoutItsJar() {
        runner.withClassLoader(new FilteredClassLoader("io.streamsboot.devbroker"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("devBroker"));
    }

    @Test
    void wrongNumberOfNodesNamesTheProperty() {
        runner.withPropertyValues("streams.dev-broker.nodes=4")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("streams.dev-broker.nodes")
                        .hasMessageContaining("4"));
    }

    @Test
    void topologyRunsOnATemporaryBrokerAndNothingIsLeft(CapturedOutput output) {
        AtomicReference<DevBroker> kept = new AtomicReference<>();
        AtomicReference<ManagedTopology> topology = new AtomicReference<>();
        SpringApplicationBuilder application = new SpringApplicationBuilder(Counting.class)
                .properties(
                        "spring.application.name=app",
                        "spring.main.web-application-type=none",
                        "streams.dev-broker.topics.words.partitions=2",
                        "streams.topologies.counts.threads=2");
        try (ConfigurableApplicationContext context = application.run()) {
            DevBroker broker = context.getBean(DevBroker.class);
            kept.set(broker);
            topology.set(context.getBean(ManagedTopologies.class).find("counts"));
            assertThat(context.getBean(KafkaConnectionDetails.class).getBootstrapServers())
                    .containsExactly(broker.bootstrapServers());
            assertThat(topology.get().options().config())
                    .containsEntry(
                            StreamsConfig.STATE_DIR_CONFIG,
                            broker.directory().resolve("streams-state").toString());
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> topology.get().status().state() == TopologyState.RUNNING);
            assertThat(context.getBean(Counting.class).changes)
                    .extracting(TopologyStateChange::to)
                    .contains(TopologyState.STARTING, TopologyState.REBALANCING);
            assertThat(broker.directory().resolve("streams-state")).exists();
        }
        assertThat(topology.get().status().state()).isEqualTo(TopologyState.STOPPED);
        assertThat(kept.get().directory()).doesNotExist();
        assertThatThrownBy(() -> kept.get().createTopic("late", 1)).isInstanceOf(IllegalStateException.class);
        assertThat(output).containsOnlyOnce("Dev broker listens at");
        assertThat(output.getAll()
                        .lines()
                        .filter(line -> line.contains("kafka"))
                        .toList())
                .as("lines of Kafka")
                .isEmpty();
        assertThat(output).doesNotContain(" ERROR ");
    }

    @Test
    void keptDirectoryKeepsItsClusterAndItsState(@TempDir Path directory) {
        AtomicReference<String> cluster = new AtomicReference<>();
        String[] properties = {
            "streams.dev-broker.directory=" + directory.resolve("broker"), "streams.auto-startup=false"
        };
        runner.withPropertyValues(properties)
                .withUserConfiguration(Counting.class)
                .run(context -> {
                    cluster.set(context.getBean(DevBroker.class).clusterId());
                    assertThat(context.getBean(ManagedTopologies.class)
                                    .find("counts")
                                    .options()
                                    .config())
                            .containsEntry(
                                    StreamsConfig.STATE_DIR_CONFIG,
                                    directory
                                            .resolve("broker")
                                            .resolve("streams-state")
                                            .toString());
                });
        assertThat(directory.resolve("broker")).isDirectory();
        runner.withPropertyValues(properties)
                .run(context ->
                        assertThat(context.getBean(DevBroker.class).clusterId()).isEqualTo(cluster.get()));
    }

    @Test
    void unusableDirectoryIsExplained(@TempDir Path directory, CapturedOutput output) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> new SpringApplicationBuilder(Counting.class)
                        .properties(
                                "spring.application.name=app",
                                "spring.main.web-application-type=none",
                                "streams.dev-broker.directory=" + file)
                        .run())
                .isNotNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(file.toString())
                .contains("streams.dev-broker");
    }

    @Test
    void configuredLogLevelStays() {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Counting.class)
                .properties(
                        "spring.application.name=app",
                        "spring.main.web-application-type=none",
                        "spring.main.lazy-initialization=true",
                        "streams.enabled=false",
                        "logging.level.org.apache.kafka.clients=info",
                        "logging.level.org.apache.kafka.raft=info")
                .run()) {
            assertThat(context.getEnvironment().getPropertySources().contains(DevBrokerLogLevels.PROPERTY_SOURCE))
                    .isTrue();
            assertThat(logging.getLoggerConfiguration("org.apache.kafka.clients.consumer.ConsumerConfig"))
                    .satisfiesAnyOf(
                            configuration -> assertThat(configuration).isNull(),
                            configuration -> assertThat(configuration.getEffectiveLevel())
                                    .isEqualTo(LogLevel.INFO));
            assertThat(logging.getLoggerConfiguration("org.apache.kafka.raft").getConfiguredLevel())
                    .isEqualTo(LogLevel.INFO);
            assertThat(logging.getLoggerConfiguration("org.apache.kafka").getConfiguredLevel())
                    .isEqualTo(LogLevel.WARN);
            assertThat(logging.getLoggerConfiguration("org.apache.kafka.server").getConfiguredLevel())
                    .isEqualTo(LogLevel.ERROR);
            assertThat(logging.getLoggerConfiguration("org.apache.kafka.controller.ReplicationControlManager")
                            .getConfiguredLevel())
                    .as("it calls a late heartbeat an error")
                    .isEqualTo(LogLevel.OFF);
        } finally {
            logging.setLogLevel("org.apache.kafka.clients", null);
            logging.setLogLevel("org.apache.kafka.raft", null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        StreamsAutoConfiguration.class,
        DevBrokerAutoConfiguration.class,
        KafkaAutoConfiguration.class
    })
    static class Counting {

        final List<TopologyStateChange> changes = new CopyOnWriteArrayList<>();

        @EventListener
        void on(TopologyStateChange change) {
            changes.add(change);
        }

        @Bean
        TopologyDefinition counts() {
            return builder -> builder.stream("words", Consumed.with(Serdes.String(), Serdes.String()))
                    .groupByKey(Grouped.as("by-word"))
                    .count(Materialized.<String, Long, KeyValueStore<Bytes, byte[]>>as("counts")
                            .withKeySerde(Serdes.String()));
        }
    }
}
