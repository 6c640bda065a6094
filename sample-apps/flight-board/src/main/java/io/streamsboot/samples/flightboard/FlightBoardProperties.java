package io.streamsboot.samples.flightboard;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the sample.
 *
 * @param lenient whether the parser of flights takes delays with a unit, as {@code "7 min"}
 * @param fault name of a topology that fails at every record, or null
 * @param replay how the flights are replayed
 * @param board how the board is shown
 */
@ConfigurationProperties("flight-board")
public record FlightBoardProperties(
        @DefaultValue("false") boolean lenient,
        @Nullable String fault,
        @DefaultValue Replay replay,
        @DefaultValue Board board) {

    /**
     * How the flights are replayed.
     *
     * @param enabled whether they are replayed at all
     * @param rate flights per second; 0 as fast as possible
     * @param malformedEvery one flight in so many is written in a form that the strict parser does not read; 0 for none
     */
    public record Replay(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1000") int rate,
            @DefaultValue("0") int malformedEvery) {
        public Replay {
            if (malformedEvery < 0) {
                throw new IllegalArgumentException(
                        "flight-board.replay.malformed-every must not be negative, but is " + malformedEvery);
            }
            if (rate < 0) {
                throw new IllegalArgumentException("flight-board.replay.rate must not be negative, but is " + rate);
            }
        }
    }

    /**
     * How the board is shown.
     *
     * @param console whether it is printed
     * @param interval time between two looks at the stores
     */
    public record Board(
            @DefaultValue("true") boolean console,
            @DefaultValue("3s") Duration interval) {
        public Board {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("flight-board.board.interval must be positive, but is " + interval);
            }
        }
    }
}
