package io.streamsboot.samples.flightboard.board;

import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The board as plain text. */
final class BoardText {

    private static final int NAME_WIDTH = 38;

    private BoardText() {}

    static String of(Board board) {
        StringBuilder text = new StringBuilder(1024);
        Board.Flights flights = board.flights();
        line(
                text,
                "%n FLIGHT BOARD  %s   %,d of %,d flights   %,d late by an hour or more   %,d on this day",
                Objects.requireNonNullElse(board.day(), "-"),
                flights.processed(),
                flights.total(),
                flights.late(),
                flights.today());
        line(
                text,
                " %-5s%-" + NAME_WIDTH + "s%9s%11s%8s%11s",
                "from",
                "airport",
                "flights",
                "average",
                "worst",
                "lately");
        for (Board.Airport airport : board.airports()) {
            line(
                    text,
                    " %-5s%-" + NAME_WIDTH + "s%,9d%7.1f min%4d min%11s",
                    airport.code(),
                    shorten(Objects.requireNonNullElse(airport.name(), "")),
                    airport.flights(),
                    airport.average(),
                    airport.worst(),
                    lately(airport.lately()));
        }
        line(
                text,
                " busiest routes: %s",
                board.routes().stream()
                        .map(route -> route.route() + " " + route.flights())
                        .collect(Collectors.joining(", ")));
        String down = board.topologies().entrySet().stream()
                .filter(topology -> !topology.getValue().equals("RUNNING"))
                .map(topology -> topology.getKey() + " is " + topology.getValue())
                .collect(Collectors.joining(", "));
        if (!down.isEmpty()) {
            line(text, " %s", down);
        }
        if (board.complete()) {
            line(text, " all flights are processed");
        }
        return text.toString();
    }

    private static String lately(@Nullable Double minutes) {
        return minutes == null ? "-" : String.format(Locale.ROOT, "%.1f min", minutes);
    }

    private static String shorten(String name) {
        return name.length() < NAME_WIDTH ? name : name.substring(0, NAME_WIDTH - 2) + ".";
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format + "%n", values));
    }
}
