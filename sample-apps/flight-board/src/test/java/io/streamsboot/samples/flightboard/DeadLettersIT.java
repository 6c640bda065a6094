package io.streamsboot.samples.flightboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.core.deadletter.DeadLetterProgress;
import io.streamsboot.core.deadletter.DeadLetterProgress.State;
import io.streamsboot.core.deadletter.DeadLetterRequest;
import io.streamsboot.core.deadletter.DeadLetterRequest.Selection;
import io.streamsboot.core.deadletter.DeadLetters;
import io.streamsboot.core.failure.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Flights that the parser does not read are set aside, and replayed once it does. */
class DeadLettersIT {

    private static final String TOPIC = "flights.dead-letters";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    @Timeout(480)
    void totalsAreCompleteAfterTheReplay(@TempDir Path directory) {
        String keep = "--streams.dev-broker.directory=" + directory;
        long malformed = Results.DATA.flights().stream()
                .filter(flight -> flight.line() % 100 == 0)
                .count();
        try (RunningBoard board = RunningBoard.start(keep, "--flight-board.replay.malformed-every=100")) {
            DeadLetters letters = board.bean(DeadLetters.class);
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(letters.scan(TOPIC).stages()).isEqualTo(Map.of(Stage.DECODE, 4 * malformed)));
        }
        try (RunningBoard board = RunningBoard.start(keep, "--flight-board.lenient=true")) {
            Results.awaitEnd(board, "airport-delays", "late-flights", "route-counts", "delay-trends", "late-hours");
            DeadLetters letters = board.bean(DeadLetters.class);
            letters.submit(DeadLetterRequest.replay("units", TOPIC, Selection.ALL));
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(letters.progress(TOPIC, "units").state()).isEqualTo(State.DONE));
            DeadLetterProgress done = letters.progress(TOPIC, "units");
            assertThat(done.counts().done()).isEqualTo(malformed);
            assertThat(done.counts().duplicates()).isEqualTo(3 * malformed);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(board.get("/board")).contains("\"complete\":true"));
            assertThat(letters.scan(TOPIC).open()).isZero();
            Results.verifyTotals(board);
        }
    }
}
