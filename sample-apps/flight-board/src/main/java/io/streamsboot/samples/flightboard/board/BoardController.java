package io.streamsboot.samples.flightboard.board;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The board as JSON. */
@RestController
class BoardController {

    private final BoardReader reader;

    BoardController(BoardReader reader) {
        this.reader = reader;
    }

    @GetMapping("/board")
    Board board() {
        return reader.read();
    }
}
