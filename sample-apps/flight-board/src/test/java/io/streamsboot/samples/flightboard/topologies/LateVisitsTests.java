package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.FunctionRegistry;
import io.streamsboot.pipeline.program.ProgramDirectory;
import io.streamsboot.pipeline.program.ProgramOptions;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pipeline with a program over the first flights, without Kafka. */
class LateVisitsTests {

    private static final String FILE = "pipelines/late-visits.yaml";
    private static final int FLIGHTS = 2_000;

    @Test
    void makesTwoRowsOfALateFlight() throws Exception {
        List<Flight> flights = TopologyFixture.DATA.flights().subList(0, FLIGHTS);
        try (PipelineTester tester = tester()) {
            for (Flight flight : flights) {
                byte[] value = TopologyFixture.flights().serializer().serialize(Topics.FLIGHTS, flight);
                tester.pipe("flights", new String(value, StandardCharsets.UTF_8));
            }
            assertThat(tester.rows("board"))
                    .isEqualTo(flights.stream()
                            .filter(flight -> flight.delayMinutes() >= 15)
                            .flatMap(flight ->
                                    List.of(visit(flight.origin(), true), visit(flight.destination(), false)).stream())
                            .toList())
                    .hasSizeGreaterThan(100);
        }
    }

    @Test
    void dropsAFlightThatTheProgramRefuses() throws Exception {
        try (PipelineTester tester = tester()) {
            tester.pipe("flights", "{\"delayMinutes\":70,\"origin\":\"PHX\",\"destination\":\"PHX\"}");
            assertThat(tester.rows("board")).isEmpty();
            tester.pipe("flights", "{\"delayMinutes\":70,\"origin\":\"PHX\",\"destination\":\"LAS\"}");
            assertThat(tester.rows("board")).containsExactly(visit("PHX", true), visit("LAS", false));
        }
    }

    private static String visit(String airport, boolean departs) {
        return "{\"airport\":\"" + airport + "\",\"departs\":" + departs + "}";
    }

    private static PipelineTester tester() throws IOException, URISyntaxException {
        ClassLoader loader = LateVisitsTests.class.getClassLoader();
        Path programs =
                Path.of(loader.getResource("programs/visits.wasm").toURI()).getParent();
        ProgramOptions options = ProgramOptions.wasm(new ProgramDirectory(programs));
        try (InputStream in = loader.getResourceAsStream(FILE)) {
            String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PipelineTester.of(new PipelineCompiler(FunctionRegistry.standard(), options)
                    .compile(PipelineDefinition.read(FILE, yaml)));
        }
    }
}
