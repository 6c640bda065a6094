package io.streamsboot.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.streamsboot.boot.QueryableStore;
import io.streamsboot.boot.autoconfigure.metrics.QueryObservationAutoConfiguration;
import io.streamsboot.boot.query.AdvertisedAddress;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.query.QueryOptions;
import io.streamsboot.topology.query.QueryPeers;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Unknown;
import io.streamsboot.topology.query.StoreDescription;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.StreamsQueries;
import io.streamsboot.topology.query.TextKey;
import io.streamsboot.topology.runtime.LateSetting;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class StreamsQueriesAutoConfigurationTests {

    private final ApplicationContextRunner runner = Contexts.runner()
            .withConfiguration(AutoConfigurations.of(
                    StreamsQueriesAutoConfiguration.class,
                    QueryPeersAutoConfiguration.class,
                    QueryObservationAutoConfiguration.class))
            .withUserConfiguration(Topologies.class);

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    KafkaAutoConfiguration.class,
                    StreamsAutoConfiguration.class,
                    StreamsQueriesAutoConfiguration.class,
                    QueryPeersAutoConfiguration.class))
            .withPropertyValues(Contexts.PROPERTIES)
            .withUserConfiguration(Topologies.class);

    private static StoreDescription table(StreamsQueries queries) {
        return queries.stores().stream()
                .filter(store -> store.store().equals("table"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPropertyDeclaresAStore() {
        runner.withPropertyValues("streams.queries.stores.copies.table.key-type=java.lang.Integer")
                .run(context -> {
                    StreamsQueries queries = context.getBean(StreamsQueries.class);
                    assertThat(table(queries).keyType()).hasToString("Integer");
                    assertThat(queries.execute(QueryRequest.of("copies", "table", StoreQuery.get(TextKey.of("x")))))
                            .isInstanceOfSatisfying(
                                    Invalid.class,
                                    invalid -> assertThat(invalid.message())
                                            .contains("streams.queries.stores.copies.table.key-type"));
                });
    }

    @Test
    void aBeanDeclaresAStoreAndAPropertyWins() {
        ApplicationContextRunner declared = runner.withBean(
                QueryableStore.class, () -> QueryableStore.of("copies", "table", Serdes.Long(), Serdes.String()));
        declared.run(context -> assertThat(
                        table(context.getBean(StreamsQueries.class)).keyType())
                .hasToString("Long"));
        declared.withPropertyValues("streams.queries.stores.copies.table.key-type=java.util.UUID")
                .run(context -> assertThat(
                                table(context.getBean(StreamsQueries.class)).keyType())
                        .hasToString("UUID"));
    }

    @Test
    void withoutDeclarationTheErrorSaysHowToDeclare() {
        runner.run(context -> assertThat(context.getBean(StreamsQueries.class)
                        .execute(QueryRequest.of("copies", "table", StoreQuery.get("a"))))
                .isInstanceOfSatisfying(
                        Invalid.class,
                        invalid -> assertThat(invalid.message())
                                .contains("streams.queries.stores.copies.table.key-type", "default.key.serde")));
    }

    @Test
    void theDefaultSerdeIsTakenAndNamed() {
        runner.withPropertyValues(
                        "streams.properties[default.key.serde]=org.apache.kafka.common.serialization.Serdes$StringSerde")
                .run(context -> {
                    StoreDescription table = table(context.getBean(StreamsQueries.class));
                    assertThat(table.keyType()).hasToString("String");
                    assertThat(table.keySource()).contains("default.key.serde");
                });
    }

    @Test
    void wrongPropertiesNameTheirKey() {
        for (String[] wrong : new String[][] {
            {"streams.queries.stores.copies.table.value-type=java.lang.String", "key-type"},
            {"streams.queries.stores.copies.table.key-type=java.lang.Thread", "key-type"},
            {
                "streams.queries.stores.copies.table.key-type=java.lang.String,"
                        + "streams.queries.stores.copies.table.partitioner=nobody",
                "partitioner"
            }
        }) {
            runner.withPropertyValues(wrong[0].split(",", -1))
                    .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining(wrong[1]));
        }
        web.withPropertyValues("streams.queries.peers.allowed=10.0.0.0/99")
                .run(context -> assertThat(context).hasFailed());
        web.withPropertyValues("streams.queries.server.port=70000")
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void aTopologyThatDoesNotRunIsNotReady() {
        runner.withPropertyValues("streams.queries.stores.copies.table.key-type=java.lang.String")
                .run(context -> {
                    StreamsQueries queries = context.getBean(StreamsQueries.class);
                    assertThat(queries.execute(QueryRequest.of("copies", "table", StoreQuery.get("a"))
                                    .with(QueryOptions.DEFAULT.withTimeout(Duration.ZERO))))
                            .isInstanceOf(NotReady.class);
                    assertThat(queries.execute(QueryRequest.of("nothing", "table", StoreQuery.get("a"))))
                            .isEqualTo(new Unknown("topology", "nothing", Set.of("copies")));
                });
    }

    @Test
    void questionsAreObserved() {
        MeterRegistry meters = new SimpleMeterRegistry();
        ObservationRegistry observations = ObservationRegistry.create();
        observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        runner.withBean(ObservationRegistry.class, () -> observations).run(context -> {
            context.getBean(StreamsQueries.class)
                    .execute(QueryRequest.of("secret", "secret", StoreQuery.get("secret")));
            assertThat(meters.get("streams.queries")
                            .tag("outcome", "unknown")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(meters.getMeters())
                    .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain("secret"));
        });
    }

    @Test
    void theAddressIsThatOfTheServerThatListens() {
        web.withPropertyValues("streams.queries.server.host=localhost").run(context -> {
            Object server = Objects.requireNonNull(
                            context.getBean(ManagedTopologies.class).find("copies"))
                    .options()
                    .config()
                    .get("application.server");
            assertThat(server).isInstanceOf(LateSetting.class);
            AdvertisedAddress address = context.getBean(AdvertisedAddress.class);
            assertThat(address.hostAndPort()).isNull();
            address.listening(8080, false);
            assertThat(((LateSetting) server).get()).isEqualTo("localhost:8080");
            address.listening(9090, true);
            assertThat(((LateSetting) server).get()).isEqualTo("localhost:9090");
            assertThat(address.isLoopback()).isTrue();
            assertThat(context).hasSingleBean(QueryPeers.class);
        });
        web.withPropertyValues("streams.properties[application.server]=mine:1")
                .run(context -> assertThat(Objects.requireNonNull(
                                        context.getBean(ManagedTopologies.class).find("copies"))
                                .options()
                                .config())
                        .containsEntry("application.server", "mine:1"));
    }

    @Test
    void beansBackOffAndClassesMayBeMissing() {
        runner.withPropertyValues("streams.queries.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(StreamsQueries.class));
        runner.run(context -> assertThat(context).doesNotHaveBean(QueryPeers.class));
        web.withPropertyValues("streams.queries.peers.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(QueryPeers.class));
        web.withClassLoader(new FilteredClassLoader("tools.jackson"))
                .run(context ->
                        assertThat(context).hasSingleBean(StreamsQueries.class).doesNotHaveBean(QueryPeers.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class Topologies {

        @Bean
        TopologyDefinition copies() {
            return builder ->
                    builder.table("words", Consumed.with(Serdes.String(), Serdes.String()), Materialized.as("table"));
        }
    }
}
