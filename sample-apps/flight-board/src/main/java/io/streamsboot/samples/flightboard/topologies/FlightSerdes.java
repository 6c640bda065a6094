package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.core.codec.JsonSerde;
import io.streamsboot.samples.flightboard.FlightBoardProperties;
import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.samples.flightboard.flights.DelayTrend;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.LateArrivals;
import org.apache.kafka.common.serialization.Serde;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** How values are written: one serde for each type, which processors find by the type. */
@Configuration(proxyBeanMethods = false)
class FlightSerdes {

    @Bean
    @Primary
    Serde<Flight> flightSerde(FlightBoardProperties properties) {
        return properties.lenient() ? lenientFlightSerde() : JsonSerde.of(Flight.class);
    }

    /** For the replay, which must read what it wrote before, malformed or not. */
    @Bean
    Serde<Flight> lenientFlightSerde() {
        return new LenientFlights(JsonSerde.of(Flight.class));
    }

    @Bean
    Serde<Airport> airportSerde() {
        return JsonSerde.of(Airport.class);
    }

    @Bean
    Serde<DelayTotals> delayTotalsSerde() {
        return JsonSerde.of(DelayTotals.class);
    }

    @Bean
    Serde<DelayTrend> delayTrendSerde() {
        return JsonSerde.of(DelayTrend.class);
    }

    @Bean
    Serde<LateArrivals> lateArrivalsSerde() {
        return JsonSerde.of(LateArrivals.class);
    }
}
