package io.streamsboot.samples.flightboard.flights;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Delays of some flights, summed up. Immutable.
 *
 * @param count number of flights
 * @param sum sum of their delays in minutes
 * @param max worst delay in minutes; 0 if there is no flight
 * @param airport name of the airport they left, if it is the same for all and known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DelayTotals(
        long count, long sum, int max, @Nullable String airport) {

    /** No flight yet. */
    public static final DelayTotals NONE = new DelayTotals(0, 0, 0, null);

    /**
     * These totals and one more flight.
     *
     * @param flight the flight
     * @return new totals
     */
    public DelayTotals plus(Flight flight) {
        int worst = count == 0 ? flight.delayMinutes() : Math.max(max, flight.delayMinutes());
        return new DelayTotals(count + 1, sum + flight.delayMinutes(), worst, airport);
    }

    /**
     * These totals with the name of their airport.
     *
     * @param name the name, or null to keep the one that is there
     * @return new totals
     */
    public DelayTotals at(@Nullable String name) {
        return name == null || name.equals(airport) ? this : new DelayTotals(count, sum, max, name);
    }

    /**
     * The average delay.
     *
     * @return minutes; 0 if there is no flight
     */
    public double average() {
        return count == 0 ? 0 : (double) sum / count;
    }
}
