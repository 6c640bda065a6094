package io.streamsboot.samples.flightboard.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BoardTextTests {

    @Test
    void showsAirportsRoutesAndWhatIsDown() {
        Board board = new Board(
                LocalDate.parse("2001-02-12"),
                new Board.Flights(20_000, 9_400, 9_352, 390, 83),
                List.of(
                        new Board.Airport("PHX", "Phoenix Sky Harbor International", 1_605, 8.66, 187, 10.25),
                        new Board.Airport("ZZZ", null, 1, -2.5, -2, null),
                        new Board.Airport("YYY", "An Airport With A Name That Is Much Too Long For It", 1, 0, 0, 0.0)),
                List.of(new Board.Route("HOU-DAL", 109, 4), new Board.Route("LAX-OAK", 96, 5)),
                Map.of("airport-delays", "RUNNING", "late-flights", "QUARANTINED"),
                false);

        assertThat(BoardText.of(board).lines())
                .containsExactly(
                        "",
                        " FLIGHT BOARD  2001-02-12   9,352 of 20,000 flights   390 late by an hour or more   83 on this day",
                        " from airport                                 flights    average   worst     lately",
                        " PHX  Phoenix Sky Harbor International          1,605    8.7 min 187 min   10.3 min",
                        " ZZZ                                                1   -2.5 min  -2 min          -",
                        " YYY  An Airport With A Name That Is Much .         1    0.0 min   0 min    0.0 min",
                        " busiest routes: HOU-DAL 109, LAX-OAK 96",
                        " late-flights is QUARANTINED");
    }

    @Test
    void tellsTheEnd() {
        Board board = new Board(
                null, new Board.Flights(0, 0, 0, 0, 0), List.of(), List.of(), Map.of("late-flights", "RUNNING"), true);

        assertThat(BoardText.of(board)).contains("all flights are processed").doesNotContain("RUNNING");
    }
}
