package io.streamsboot.samples.flightboard;

import io.streamsboot.samples.flightboard.flights.FlightData;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts a Kafka broker in this process, replays the flights, and keeps the board. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class FlightBoardApplication {

    /**
     * Starts the application.
     *
     * @param args properties, as {@code --flight-board.replay.rate=100}
     */
    public static void main(String[] args) {
        SpringApplication.run(FlightBoardApplication.class, args);
    }

    @Bean
    FlightData flightData() {
        return FlightData.load();
    }
}
