package io.streamsboot.samples.flightboard.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.samples.flightboard.flights.Flight;

/**
 * Spoils some of the records, as a source would that is changed without a word: the delay becomes a text with a unit.
 *
 * @param every one record in so many is malformed; 0 for none
 */
record Malformed(int every) {

    byte[] apply(Flight flight, byte[] json) {
        return every == 0 || flight.line() % every != 0
                ? json
                : new String(json, UTF_8)
                        .replaceAll("\"delayMinutes\":(-?\\d+)", "\"delayMinutes\":\"$1 min\"")
                        .getBytes(UTF_8);
    }
}
