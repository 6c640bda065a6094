package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

import io.streamsboot.samples.flightboard.ExpectedTotals;
import io.streamsboot.samples.flightboard.ExpectedTotals.Numbers;
import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.DelayTotals;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AirportDelaysTests {

    private final ExpectedTotals expected = new ExpectedTotals(TopologyFixture.DATA);

    @TempDir
    private Path directory;

    @Test
    void sumsUpEachAirportAndEachOfItsDays() throws Exception {
        try (var fixture = new TopologyFixture(topology(TopologyFixture.noFault()), directory)) {
            fixture.replayAirports();
            fixture.replayFlights();

            Map<String, DelayTotals> totals = new HashMap<>();
            try (KeyValueIterator<String, ValueAndTimestamp<DelayTotals>> all = fixture.driver()
                    .<String, DelayTotals>getTimestampedKeyValueStore(AirportDelays.TOTALS)
                    .all()) {
                all.forEachRemaining(entry -> totals.put(entry.key, entry.value.value()));
            }
            Map<String, Numbers> numbers = new HashMap<>();
            totals.forEach((origin, total) -> numbers.put(origin, TopologyFixture.numbers(total)));
            assertThat(numbers).hasSize(59).isEqualTo(expected.byOrigin());
            Map<String, String> names =
                    TopologyFixture.DATA.airports().stream().collect(Collectors.toMap(Airport::iata, Airport::name));
            assertThat(totals)
                    .allSatisfy((origin, total) -> assertThat(total.airport()).isEqualTo(names.get(origin)));

            Map<String, Numbers> days = new HashMap<>();
            try (KeyValueIterator<Windowed<String>, ValueAndTimestamp<DelayTotals>> all = fixture.driver()
                    .<String, DelayTotals>getTimestampedWindowStore(AirportDelays.BY_DAY)
                    .all()) {
                while (all.hasNext()) {
                    KeyValue<Windowed<String>, ValueAndTimestamp<DelayTotals>> entry = all.next();
                    Instant day = entry.key.window().startTime();
                    days.put(ExpectedTotals.dayKey(entry.key.key(), day), TopologyFixture.numbers(entry.value.value()));
                }
            }
            assertThat(days).isEqualTo(expected.byDay());
        }
    }

    @Test
    void countsFlightsWhoseAirportIsNotKnownYet() throws Exception {
        try (var fixture = new TopologyFixture(topology(TopologyFixture.noFault()), directory)) {
            fixture.replay(TopologyFixture.DATA.flights().subList(0, 1));

            DelayTotals nashville = fixture.driver()
                    .<String, DelayTotals>getTimestampedKeyValueStore(AirportDelays.TOTALS)
                    .get("BNA")
                    .value();
            assertThat(nashville.count()).isEqualTo(1);
            assertThat(nashville.airport()).isNull();
        }
    }

    @Test
    void failsWhenAskedTo() throws Exception {
        Topology broken = topology(TopologyFixture.fault(AirportDelays.TOPOLOGY));
        try (var fixture = new TopologyFixture(broken, directory)) {
            assertThatException().isThrownBy(fixture::replayFlights).withStackTraceContaining("flight-board.fault");
        }
    }

    private static Topology topology(FaultSwitch faults) throws Exception {
        StreamsBuilder builder = new StreamsBuilder();
        new AirportDelays()
                .airportDelays(TopologyFixture.flights(), TopologyFixture.airports(), TopologyFixture.totals(), faults)
                .define(builder);
        return builder.build();
    }
}
