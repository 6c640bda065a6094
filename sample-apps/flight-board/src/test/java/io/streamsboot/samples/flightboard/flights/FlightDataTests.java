package io.streamsboot.samples.flightboard.flights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.BufferedReader;
import java.io.StringReader;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FlightDataTests {

    private final FlightData data = FlightData.load();

    @Test
    void readsEveryFlight() {
        assertThat(data.flights()).hasSize(20_000);
        assertThat(data.flights().get(0))
                .isEqualTo(new Flight(2, Instant.parse("2001-01-01T06:20:00Z"), "BNA", "MCI", 491, 0));
        assertThat(data.flights().get(19_999))
                .isEqualTo(new Flight(20_001, Instant.parse("2001-03-31T21:30:00Z"), "TPA", "PBI", 174, 30));
        assertThat(data.flights().stream().filter(flight -> flight.origin().equals("PHX")))
                .hasSize(1302);
        assertThat(data.late()).isEqualTo(893);
    }

    @Test
    void flightsAreInOrderOfDepartureAndLine() {
        for (int i = 1; i < data.flights().size(); i++) {
            Flight before = data.flights().get(i - 1);
            Flight flight = data.flights().get(i);
            assertThat(flight.departure()).isAfterOrEqualTo(before.departure());
            assertThat(flight.line()).isEqualTo(before.line() + 1);
        }
    }

    @Test
    void knowsTheAirportOfEveryFlight() {
        Set<String> codes = new TreeSet<>();
        data.flights().forEach(flight -> {
            codes.add(flight.origin());
            codes.add(flight.destination());
        });
        assertThat(data.airports()).hasSize(3_376);
        assertThat(data.airports().stream().map(Airport::iata).collect(Collectors.toSet()))
                .containsAll(codes);
        assertThat(data.airports())
                .contains(new Airport("PHX", "Phoenix Sky Harbor International", "Phoenix", "AZ"))
                .contains(new Airport("HTW", "Lawrence County Airpark,Inc", "Chesapeake", "OH"))
                .contains(new Airport("DBN", "W. H. \"Bud\" Barron", "Dublin", "GA"));
    }

    @Test
    void namesTheLineThatCannotBeRead() {
        BufferedReader reader = new BufferedReader(new StringReader("header\n2001-01-01T06:20,BNA,MCI,491,soon\n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlightData.read("broken.csv", reader, FlightData::flight))
                .withMessage("Line 2 of broken.csv cannot be read: 2001-01-01T06:20,BNA,MCI,491,soon");
    }
}
