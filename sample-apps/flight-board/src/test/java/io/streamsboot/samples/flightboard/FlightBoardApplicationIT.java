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
