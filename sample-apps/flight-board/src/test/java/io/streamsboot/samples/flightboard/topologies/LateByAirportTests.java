package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.IntSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The pipeline over all of the data, without Kafka, in one partition and in four. */
class LateByAirportTests {

    private static final String FILE = "pipelines/late-by-airport.yaml";

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void countsLateFlightsOfEachAirportAndDay(int partitions) throws IOException {
        PipelineTester tester = tester(partitions);
        for (Flight flight : TopologyFixture.DATA.flights()) {
            byte[] value = TopologyFixture.flights().serializer().serialize(Topics.FLIGHTS, flight);
            tester.send(
                    "flights",
                    Math.floorMod(flight.origin().hashCode(), partitions),
                    flight.origin(),
                    new String(value, StandardCharsets.UTF_8),
                    flight.departure().toEpochMilli());
        }
        tester.advance(Duration.ofMinutes(2));

        assertThat(tester.failures()).isEmpty();
        Map<String, IntSummaryStatistics> expected = TopologyFixture.DATA.flights().stream()
                .filter(flight -> flight.delayMinutes() >= 15)
                .collect(Collectors.groupingBy(
                        flight -> key(flight.origin(), flight.departure()),
                        Collectors.summarizingInt(Flight::delayMinutes)));
        Map<String, JsonNode> rows = tester.rows("board").stream()
                .map(row -> JsonMapper.shared().readTree(row))
                .collect(Collectors.toMap(
                        row -> key(
                                row.path("origin").asString(),
                                Instant.ofEpochMilli(row.path("windowStart").asLong())),
                        row -> row));
        assertThat(rows.keySet()).isEqualTo(expected.keySet());
        rows.forEach((key, row) -> {
            assertThat(row.path("late").asLong())
                    .as(key)
                    .isEqualTo(expected.get(key).getCount());
            assertThat(row.path("average").asDouble())
                    .as(key)
                    .isCloseTo(expected.get(key).getAverage(), within(1e-9));
        });
    }

    private static String key(String airport, Instant time) {
        return airport + "@" + time.truncatedTo(ChronoUnit.DAYS);
    }

    private static PipelineTester tester(int partitions) throws IOException {
        try (InputStream in = LateByAirportTests.class.getClassLoader().getResourceAsStream(FILE)) {
            String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PipelineTester.of(new PipelineCompiler().compile(PipelineDefinition.read(FILE, yaml)), partitions);
        }
    }
}
