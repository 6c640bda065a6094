package io.streamsboot.samples.flightboard.flights;

import java.time.Instant;

/**
 * One departure.
 *
 * @param line line of the data file, which identifies the flight: the first is 2
 * @param departure scheduled departure; the file has local times, all read as UTC
 * @param origin IATA code of the airport it leaves
 * @param destination IATA code of the airport it flies to
 * @param distanceMiles distance in miles
 * @param delayMinutes delay in minutes, negative if it was early
 */
public record Flight(
        int line, Instant departure, String origin, String destination, int distanceMiles, int delayMinutes) {

    /** Delay in minutes from which a flight counts as late. */
    public static final int LATE_MINUTES = 60;

    /**
     * The route.
     *
     * @return both airports, as {@code PHX-LAS}
     */
    public String route() {
        return origin + "-" + destination;
    }

    /**
     * Whether it counts as late.
     *
     * @return whether the delay reaches {@link #LATE_MINUTES}
     */
    public boolean late() {
        return delayMinutes >= LATE_MINUTES;
    }
}
