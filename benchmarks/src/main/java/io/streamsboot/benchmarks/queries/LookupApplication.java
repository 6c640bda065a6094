package io.streamsboot.benchmarks.queries;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.topology.TopologyDefinition;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The application that is asked: a table, the endpoint, and the handler that one would write without it. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(LookupApplication.Bare.class)
class LookupApplication {

    static final String TOPIC = "lookups";
    static final String TOPOLOGY = "lookups";
    static final String STORE = "latest";
    static final String READY = "READY ";

    /** Runs until its standard input ends, so that it does not outlive whoever started it. */
    public static void main(String[] args) throws IOException {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(LookupApplication.class).run(args)) {
            System.out.println(READY + context.getEnvironment().getProperty("local.server.port"));
            while (System.in.read() >= 0) {
                // Nothing is said on it.
                continue;
            }
        }
    }

    @Bean
    TopologyDefinition lookups() {
        return builder -> builder.table(TOPIC, Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(STORE));
    }

    @Bean
    QueryableStore latest() {
        return QueryableStore.of(TOPOLOGY, STORE, Serdes.String(), Serdes.String());
    }

    /** Reads the store as the examples of Kafka Streams do. */
    @RestController
    static class Bare {

        private final ManagedTopologies topologies;

        Bare(ManagedTopologies topologies) {
            this.topologies = topologies;
        }

        @GetMapping("/bare")
        ResponseEntity<Map<String, Object>> get(@RequestParam String key) {
            KafkaStreams streams = Objects.requireNonNull(
                    Objects.requireNonNull(topologies.find(TOPOLOGY)).kafkaStreams());
            ReadOnlyKeyValueStore<String, ValueAndTimestamp<String>> store = streams.store(
                    StoreQueryParameters.fromNameAndType(STORE, QueryableStoreTypes.timestampedKeyValueStore()));
            ValueAndTimestamp<String> found = store.get(key);
            return found == null
                    ? ResponseEntity.notFound().build()
                    : ResponseEntity.ok(Map.of("key", key, "value", found.value(), "timestamp", found.timestamp()));
        }
    }
}
