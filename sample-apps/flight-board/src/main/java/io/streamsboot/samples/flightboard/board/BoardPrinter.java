package io.streamsboot.samples.flightboard.board;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Prints the board whenever it has changed. */
@Component
@ConditionalOnBooleanProperty(name = "flight-board.board.console", matchIfMissing = true)
class BoardPrinter {

    private final BoardReader reader;
    private @Nullable Board printed;

    BoardPrinter(BoardReader reader) {
        this.reader = reader;
    }

    @Scheduled(
            initialDelayString = "${flight-board.board.interval:3s}",
            fixedDelayString = "${flight-board.board.interval:3s}")
    void print() {
        Board board = reader.read();
        if (board.flights().processed() > 0 && !board.equals(printed)) {
            System.out.print(BoardText.of(board));
            printed = board;
        }
    }
}
