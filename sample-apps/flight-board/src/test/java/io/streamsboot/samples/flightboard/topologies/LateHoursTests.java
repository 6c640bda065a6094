package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The pipeline over all of the data, without Kafka. */
class LateHoursTests {

    private static final String FILE = "pipelines/late-hours.yaml";

    @Test
    void passesLateFlightsOnWithTheirDelayInHours() throws IOException {
        PipelineTester tester = tester();
        for (Flight flight : TopologyFixture.DATA.flights()) {
            byte[] value = TopologyFixture.flights().serializer().serialize(Topics.FLIGHTS, flight);
            tester.pipe("flights", new String(value, StandardCharsets.UTF_8));
        }
        assertThat(tester.failures()).isEmpty();
        assertThat(tester.rows("board"))
                .isEqualTo(TopologyFixture.DATA.flights().stream()
                        .filter(flight -> flight.delayMinutes() >= 15)
                        .map(LateHoursTests::expected)
                        .toList())
                .hasSizeGreaterThan(893);
    }

    @Test
    void dropsAFlightWhoseDelayIsNoNumber() throws IOException {
        PipelineTester tester = tester().pipe("flights", "{\"delayMinutes\":\"70 min\"}", "no row at all");
        assertThat(tester.rows("board")).isEmpty();
        assertThat(tester.failures()).isEmpty();
    }

    private static String expected(Flight flight) {
        double hours = new BigDecimal(flight.delayMinutes())
                .divide(new BigDecimal(60), 2, RoundingMode.HALF_UP)
                .doubleValue();
        return "{\"origin\":\"" + flight.origin() + "\",\"destination\":\"" + flight.destination()
                + "\",\"delayMinutes\":" + flight.delayMinutes() + ",\"hours\":" + hours + "}";
    }

    private static PipelineTester tester() throws IOException {
        try (InputStream in = LateHoursTests.class.getClassLoader().getResourceAsStream(FILE)) {
            String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PipelineTester.of(new PipelineCompiler().compile(PipelineDefinition.read(FILE, yaml)));
        }
    }
}
