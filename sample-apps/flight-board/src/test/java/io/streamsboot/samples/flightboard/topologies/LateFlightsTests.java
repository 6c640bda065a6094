package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.samples.flightboard.ExpectedTotals;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.LateArrivals;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processors on their own, wired by hand; that the beans are wired in the same way is tested with a broker. */
class LateFlightsTests {

    @TempDir
    private Path directory;

    @Test
    void passesLateFlightsOnAndKeepsTheWorstOfEachDestination() {
        try (var fixture = new TopologyFixture(topology(), directory)) {
            fixture.replayFlights();

            List<Flight> late = fixture.driver()
                    .createOutputTopic(
                            Topics.LATE_FLIGHTS,
                            new StringDeserializer(),
                            TopologyFixture.flights().deserializer())
                    .readValuesToList();
            assertThat(late)
                    .hasSize(893)
                    .isEqualTo(TopologyFixture.DATA.flights().stream()
                            .filter(flight -> flight.delayMinutes() >= 60)
                            .toList());

            Map<String, LateArrivals> worst = new HashMap<>();
            try (KeyValueIterator<String, LateArrivals> all = fixture.driver()
                    .<String, LateArrivals>getKeyValueStore(LateFlights.WORST)
                    .all()) {
                all.forEachRemaining(entry -> worst.put(entry.key, entry.value));
            }
            assertThat(worst).isEqualTo(new ExpectedTotals(TopologyFixture.DATA).lateByDestination());
        }
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(new LateFlights().worstDelayStore(TopologyFixture.arrivals()));
        KStream<String, Flight> late = builder.stream(
                        Topics.FLIGHTS, Consumed.with(Serdes.String(), TopologyFixture.flights()))
                .processValues(() -> new LateFlights.Filter(TopologyFixture.noFault()));
        late.to(Topics.LATE_FLIGHTS, Produced.with(Serdes.String(), TopologyFixture.flights()));
        late.process(LateFlights.ByDestination::new)
                .repartition(Repartitioned.with(Serdes.String(), TopologyFixture.flights()))
                .process(LateFlights.Worst::new, LateFlights.WORST);
        return builder.build();
    }
}
