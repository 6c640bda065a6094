package io.streamsboot.samples.flightboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.test.process.JavaProcess;
import io.streamsboot.test.process.ProcessExtension;
import io.streamsboot.test.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(ProcessExtension.class)
class CrashIT {

    private static final Pattern PROCESSED = Pattern.compile("FLIGHT BOARD .* ([0-9,]+) of 20,000 flights");
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    private Path directory;

    @Test
    @Timeout(480)
    void totalsAreExactAfterKillsInTheMiddleOfTheReplayAndOfACommit(Processes processes) throws Exception {
        JavaProcess app = start(
                processes,
                "--flight-board.replay.rate=1500",
                // The replay commits all the time, and so do the topologies: a kill meets some of them at it.
                "--streams.commit-interval=40ms");
        app.awaitLine(line -> processed(line) > 3_000, PATIENCE);
        app.kill();

        JavaProcess next = start(
                processes,
                "--flight-board.replay.rate=1500",
                "--streams.topologies.airport-delays.properties.producer.interceptor.classes="
                        + PauseInCommit.class.getName());
        next.awaitLine(PauseInCommit.LINE::equals, PATIENCE);
        next.kill();

        verifyTotalsAfterTheNextStart();
    }

    private JavaProcess start(Processes processes, String... args) {
        List<String> all = new ArrayList<>(kept());
        all.add("--server.port=0");
        all.add("--flight-board.board.interval=200ms");
        // How long the next start waits for the one that was killed, and for its open transactions.
        all.add("--streams.session-timeout=6s");
        all.add("--streams.heartbeat-interval=1s");
        all.add("--streams.properties[producer.transaction.timeout.ms]=6000");
        all.addAll(List.of(args));
        return processes
                .java(FlightBoardApplication.class)
                .jvmArgs("-XX:+UseSerialGC")
                .heap(512)
                .readyWhenLine("Started FlightBoardApplication")
                .args(all.toArray(String[]::new))
                .start(PATIENCE);
    }

    /** The broker that starts next takes a killed one for alive until its session ends. */
    private List<String> kept() {
        List<String> all = new ArrayList<>(RunningBoard.WITHOUT_PIPELINES);
        all.add("--streams.dev-broker.directory=" + directory);
        all.add("--streams.dev-broker.properties[broker.session.timeout.ms]=2000");
        all.add("--streams.dev-broker.properties[transaction.abort.timed.out.transaction.cleanup.interval.ms]=500");
        return all;
    }

    private void verifyTotalsAfterTheNextStart() throws Exception {
        try (RunningBoard board = RunningBoard.start(kept().toArray(String[]::new))) {
            // Stores cannot be read before their topologies run again. Each look reads all.
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofSeconds(1))
                    .ignoreExceptions()
                    .untilAsserted(() -> {
                        Results.verifyFlightsTopic(board);
                        Results.verifyAirportDelays(board);
                        Results.verifyLateFlights(board);
                        Results.verifyRouteCounts(board);
                        Results.verifyDelayTrends(board);
                        assertThat(board.get("/board"))
                                .contains("\"complete\":true", "Phoenix Sky Harbor International");
                    });
            assertThat(board.get("/airports/PHX")).contains("Phoenix Sky Harbor International");
            assertThat(board.get("/actuator/streamsstores/airport-delays/delay-totals?key=PHX"))
                    .contains("Phoenix Sky Harbor International", "ACTIVE");
        }
    }

    private static int processed(String line) {
        Matcher matcher = PROCESSED.matcher(line);
        return matcher.find() ? Integer.parseInt(matcher.group(1).replace(",", "")) : 0;
    }
}
