package io.streamsboot.samples.flightboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.topology.runtime.TopologyState;
import io.streamsboot.topology.runtime.TopologyStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(480)
class FlightBoardApplicationIT {

    @Test
    void processesEveryFlightExactlyOnce() throws Exception {
        try (RunningBoard board = RunningBoard.start()) {
            Results.awaitEnd(
                    board,
                    "airport-delays",
                    "late-flights",
                    "route-counts",
                    "delay-trends",
                    "late-hours",
                    "late-by-airport",
                    "late-visits");

            Results.verifyFlightsTopic(board);
            Results.verifyAirportDelays(board);
            Results.verifyLateFlights(board);
            Results.verifyRouteCounts(board);
            Results.verifyDelayTrends(board);
            assertThat(board.get("/board")).contains("\"complete\":true").contains("Phoenix Sky Harbor International");
            assertThat(board.get("/airports/PHX")).contains("Phoenix Sky Harbor International");
            assertThat(board.get("/actuator/streamsstores/airport-delays/delay-totals?key=PHX"))
                    .contains("Phoenix Sky Harbor International", "ACTIVE");
            assertThat(board.get("/actuator/streams"))
                    .contains(
                            "airport-delays",
                            "delay-trends",
                            "late-by-airport",
                            "late-flights",
                            "late-hours",
                            "late-visits",
                            "route-counts",
                            "RUNNING");
            int late = (int) Results.DATA.flights().stream()
                    .filter(flight -> flight.delayMinutes() >= 15)
                    .count();
            assertThat(board.get("/actuator/streamspipelines/late-hours"))
                    .contains("\"status\":\"RUNNING\"", "\"consumed\":20000", "\"emitted\":" + late);
            assertThat(board.get("/actuator/streamspipelines/late-visits"))
                    .contains("asks wasm visits", "\"consumed\":20000", "\"emitted\":" + 2 * late);
        }
    }

    @Test
    void aTopologyThatAlwaysFailsIsQuarantinedAndTheOthersFinish() throws Exception {
        List<String> properties = new ArrayList<>(RunningBoard.WITHOUT_PIPELINES);
        properties.add("--flight-board.fault=airport-delays");
        properties.add("--streams.restart.attempts=2");
        properties.add("--streams.restart.backoff.initial=100ms");
        try (RunningBoard board = RunningBoard.start(properties.toArray(String[]::new))) {
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(
                            () -> assertThat(board.state("airport-delays")).isEqualTo(TopologyState.QUARANTINED));
            TopologyStatus status = board.topology("airport-delays").status();
            assertThat(status.generation()).isEqualTo(3);
            assertThat(String.valueOf(status.failure())).contains("flight-board.fault");

            Results.awaitEnd(board, "late-flights", "route-counts");
            Results.verifyLateFlights(board);
            Results.verifyRouteCounts(board);
            assertThat(board.state("airport-delays")).isEqualTo(TopologyState.QUARANTINED);
            assertThat(board.get("/actuator/streams")).contains("QUARANTINED", "RUNNING");
            assertThat(board.get("/actuator/health")).contains("\"status\":\"DOWN\"");
        }
    }
}
