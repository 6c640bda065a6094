package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import io.streamsboot.topology.TopologyDefinition;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.GlobalKTable;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A topology in the Kafka Streams DSL: delays of each airport, in all and by day. */
@Configuration(proxyBeanMethods = false)
class AirportDelays {

    static final String TOPOLOGY = "airport-delays";
    static final String TOTALS = "delay-totals";
    static final String BY_DAY = "delay-by-day";
    static final Duration DAY = Duration.ofDays(1);

    /** Longer than the three months of the data, so that every day can still be asked for at the end. */
    private static final Duration RETENTION = Duration.ofDays(120);

    /**
     * The log of the windows. By default the broker deletes records of such a log once they are older than the
     * retention, by its own clock; records of 2001 would be gone before they could be restored.
     */
    private static final Map<String, String> KEEP_OLD_RECORDS = Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            TopicConfig.RETENTION_MS_CONFIG,
            "-1");

    @Bean(TOPOLOGY)
    TopologyDefinition airportDelays(
            Serde<Flight> flights, Serde<Airport> airports, Serde<DelayTotals> totals, FaultSwitch faults) {
        return builder -> {
            GlobalKTable<String, Airport> names = builder.globalTable(
                    Topics.AIRPORTS,
                    Consumed.with(Serdes.String(), airports),
                    Materialized.<String, Airport, KeyValueStore<Bytes, byte[]>>as("airports")
                            .withKeySerde(Serdes.String())
                            .withValueSerde(airports));

            KGroupedStream<String, Departure> departures = builder.stream(
                            Topics.FLIGHTS, Consumed.with(Serdes.String(), flights))
                    .peek((origin, flight) -> faults.check(TOPOLOGY), Named.as("fault"))
                    .leftJoin(names, (origin, flight) -> origin, Departure::new, Named.as("with-airport"))
                    .groupByKey(Grouped.as("by-origin"));

            departures.aggregate(
                    () -> DelayTotals.NONE,
                    (origin, departure, before) -> departure.addTo(before),
                    Named.as("total"),
                    Materialized.<String, DelayTotals, KeyValueStore<Bytes, byte[]>>as(TOTALS)
                            .withKeySerde(Serdes.String())
                            .withValueSerde(totals));

            departures
                    .windowedBy(TimeWindows.ofSizeAndGrace(DAY, DAY))
                    .aggregate(
                            () -> DelayTotals.NONE,
                            (origin, departure, before) -> departure.addTo(before),
                            Named.as("total-by-day"),
                            Materialized.<String, DelayTotals, WindowStore<Bytes, byte[]>>as(BY_DAY)
                                    .withKeySerde(Serdes.String())
                                    .withValueSerde(totals)
                                    .withRetention(RETENTION)
                                    .withLoggingEnabled(KEEP_OLD_RECORDS));
        };
    }

    /** What a key of the store is made of, which Kafka does not tell: with it the totals can be looked up. */
    @Bean
    QueryableStore queryableTotals(Serde<DelayTotals> totals) {
        return QueryableStore.of(TOPOLOGY, TOTALS, Serdes.String(), totals);
    }

    @Bean
    QueryableStore queryableDays(Serde<DelayTotals> totals) {
        return QueryableStore.of(TOPOLOGY, BY_DAY, Serdes.String(), totals);
    }

    /** A flight and the airport that it leaves, which is null as long as its record has not arrived. */
    private record Departure(Flight flight, @Nullable Airport airport) {

        DelayTotals addTo(DelayTotals before) {
            return before.plus(flight).at(airport == null ? null : airport.name());
        }
    }
}
