package io.streamsboot.samples.flightboard.flights;

import org.jspecify.annotations.Nullable;

/**
 * Late flights to one destination. Immutable.
 *
 * @param count how many
 * @param worst the one with the greatest delay; of several, the first in the data
 */
public record LateArrivals(long count, Flight worst) {

    /**
     * Late flights so far and one more.
     *
     * @param before late flights so far, or null if there was none
     * @param flight one more
     * @return the new state
     */
    public static LateArrivals add(@Nullable LateArrivals before, Flight flight) {
        if (before == null) {
            return new LateArrivals(1, flight);
        }
        // Flights of several origins come in no fixed order, and the result must not depend on it.
        Flight worst = before.worst;
        boolean worse = flight.delayMinutes() > worst.delayMinutes()
                || (flight.delayMinutes() == worst.delayMinutes() && flight.line() < worst.line());
        return new LateArrivals(before.count + 1, worse ? flight : worst);
    }
}
