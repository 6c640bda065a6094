package io.streamsboot.samples.flightboard.workflows;

import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.FlightData;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Stands for a service elsewhere that knows airports and, as such services do, gives no answer now and then. Thread-safe. */
@Component
class AirportDesk {

    private static final int FAILS_EVERY = 5;

    private final Map<String, Airport> airports;
    private final AtomicLong questions = new AtomicLong();

    AirportDesk(FlightData data) {
        this.airports = data.airports().stream().collect(Collectors.toMap(Airport::iata, Function.identity()));
    }

    /**
     * Looks an airport up.
     *
     * @param iata its code
     * @return its name, or its code if it has none
     * @throws IllegalStateException if there is no answer this time
     */
    String nameOf(String iata) {
        if (questions.incrementAndGet() % FAILS_EVERY == 0) {
            throw new IllegalStateException("the desk does not answer");
        }
        Airport airport = airports.get(iata);
        return airport == null ? iata : airport.name();
    }

    /** How often it was asked. */
    long questions() {
        return questions.get();
    }
}
