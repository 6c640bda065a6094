package io.streamsboot.samples.flightboard.board;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The board at one moment. Immutable.
 *
 * @param day day up to which flights are processed, or null before the first
 * @param flights how many flights were replayed and processed
 * @param airports the busiest airports, the busiest first
 * @param routes the busiest routes, the busiest first
 * @param topologies state of each topology, by name
 * @param complete whether every flight is processed by every topology
 */
record Board(
        @Nullable LocalDate day,
        Flights flights,
        List<Airport> airports,
        List<Route> routes,
        Map<String, String> topologies,
        boolean complete) {

    /**
     * Numbers of flights.
     *
     * @param total in the data
     * @param replayed in the topic
     * @param processed in the totals of the airports
     * @param late late ones, by destination
     * @param today those of the day up to which flights are processed
     */
    record Flights(long total, long replayed, long processed, long late, long today) {}

    /**
     * One airport.
     *
     * @param code its code
     * @param name its name, or null if it is not known yet
     * @param flights flights that left it
     * @param average average delay in minutes
     * @param worst worst delay in minutes
     * @param lately average delay of its last flights in minutes, or null if there are too few
     */
    record Airport(
            String code,
            @Nullable String name,
            long flights,
            double average,
            int worst,
            @Nullable Double lately) {}

    /**
     * One route.
     *
     * @param route both airports
     * @param flights flights on it
     * @param average average delay in minutes
     */
    record Route(String route, long flights, double average) {}
}
