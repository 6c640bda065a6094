package io.streamsboot.samples.flightboard;

import io.streamsboot.samples.flightboard.ExpectedTotals.Numbers;
import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.test.TopicRecords;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import io.streamsboot.topology.runtime.TopologyState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.ResolvableType;

/** The application in this JVM, with its dev broker, and a look into all that it keeps. */
final class RunningBoard implements AutoCloseable {

    /** What leaves out that nobody looks at, and that costs as much as all else. */
    static final List<String> WITHOUT_PIPELINES = List.of(
            "--streams.topologies.late-hours.auto-startup=false",
            "--streams.topologies.late-by-airport.auto-startup=false",
            "--streams.topologies.late-visits.auto-startup=false");

    private final ConfigurableApplicationContext context;

    private RunningBoard(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static RunningBoard start(String... properties) {
        List<String> args = new ArrayList<>(List.of(
                "--server.port=0",
                "--flight-board.replay.rate=0",
                "--flight-board.board.console=false",
                // Seven topologies that commit ten times a second would be busy with that alone.
                "--streams.commit-interval=500ms"));
        args.addAll(List.of(properties));
        return new RunningBoard(
                new SpringApplicationBuilder(FlightBoardApplication.class).run(args.toArray(String[]::new)));
    }

    ManagedTopology topology(String name) {
        return Objects.requireNonNull(context.getBean(ManagedTopologies.class).find(name), name);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    TopologyState state(String topology) {
        return topology(topology).status().state();
    }

    /** What the application answers to a GET request. */
    String get(String path) throws IOException, InterruptedException {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(10))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** All entries of a store. */
    <V> Map<String, V> entries(String topology, String store) {
        return entries(StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.keyValueStore()), topology);
    }

    /** The entries of one partition of a store. */
    <V> Map<String, V> entries(String topology, String store, int partition) {
        return entries(
                StoreQueryParameters.fromNameAndType(store, QueryableStoreTypes.<String, V>keyValueStore())
                        .withPartition(partition),
                topology);
    }

    private <V> Map<String, V> entries(StoreQueryParameters<ReadOnlyKeyValueStore<String, V>> query, String topology) {
        Map<String, V> entries = new HashMap<>();
        try (KeyValueIterator<String, V> all = streams(topology).store(query).all()) {
            all.forEachRemaining(entry -> entries.put(entry.key, entry.value));
        }
        return entries;
    }

    /** Totals of a store, as plain numbers. */
    Map<String, Numbers> numbers(String topology, String store) {
        Map<String, Numbers> numbers = new HashMap<>();
        this.<DelayTotals>entries(topology, store).forEach((key, totals) -> numbers.put(key, numbers(totals)));
        return numbers;
    }

    /** Totals of the days, by {@link ExpectedTotals#dayKey}. */
    Map<String, Numbers> days() {
        Map<String, Numbers> days = new HashMap<>();
        try (KeyValueIterator<Windowed<String>, DelayTotals> all = streams("airport-delays")
                .store(StoreQueryParameters.fromNameAndType(
                        "delay-by-day", QueryableStoreTypes.<String, DelayTotals>windowStore()))
                .all()) {
            all.forEachRemaining(entry -> days.put(
                    ExpectedTotals.dayKey(entry.key.key(), entry.key.window().startTime()), numbers(entry.value)));
        }
        return days;
    }

    /** The committed records of a topic. */
    List<Flight> records(String topic) {
        List<String> servers =
                context.getBean(KafkaConnectionDetails.class).getConsumer().getBootstrapServers();
        return TopicRecords.committed(
                        String.join(",", servers),
                        topic,
                        new StringDeserializer(),
                        flightSerde().deserializer())
                .stream()
                .map(ConsumerRecord::value)
                .toList();
    }

    @SuppressWarnings("unchecked")
    private Serde<Flight> flightSerde() {
        return (Serde<Flight>) context.getBeanProvider(ResolvableType.forClassWithGenerics(Serde.class, Flight.class))
                .getObject();
    }

    private KafkaStreams streams(String topology) {
        return Objects.requireNonNull(topology(topology).kafkaStreams(), topology);
    }

    private static Numbers numbers(DelayTotals totals) {
        return new Numbers(totals.count(), totals.sum(), totals.max());
    }

    @Override
    public void close() {
        context.close();
    }
}
