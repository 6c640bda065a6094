package io.streamsboot.samples.flightboard.replay;

import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Writes flights and airports, each call in one transaction: all of its records are in the topic, or none. Not
 * thread-safe.
 */
final class FlightProducer implements AutoCloseable {

    /** The same in every run, so that a new producer ends what a killed one left open. */
    private static final String TRANSACTIONAL_ID = "flight-board-replay";

    private final Producer<String, byte[]> producer;
    private final Serde<Flight> flights;
    private final Serde<Airport> airports;
    private final Malformed malformed;

    /** A producer that is ready: whatever another one left open has been committed or aborted. */
    FlightProducer(Map<String, Object> config, Serde<Flight> flights, Serde<Airport> airports, Malformed malformed) {
        Map<String, Object> writing = new HashMap<>(config);
        writing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, TRANSACTIONAL_ID);
        writing.put(ProducerConfig.ACKS_CONFIG, "all");
        // A transaction waits this long for the end of the one before, which would limit the rate.
        writing.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
        // When the first request of a transaction comes too early, a second one behind it would be out of order.
        writing.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        this.producer = new KafkaProducer<>(writing, new StringSerializer(), new ByteArraySerializer());
        this.flights = flights;
        this.airports = airports;
        this.malformed = malformed;
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    void sendAirports(List<Airport> batch) {
        producer.beginTransaction();
        for (Airport airport : batch) {
            byte[] value = airports.serializer().serialize(Topics.AIRPORTS, airport);
            producer.send(new ProducerRecord<>(Topics.AIRPORTS, airport.iata(), value));
        }
        producer.commitTransaction();
    }

    void sendFlights(List<Flight> batch) {
        producer.beginTransaction();
        for (Flight flight : batch) {
            byte[] value = malformed.apply(flight, flights.serializer().serialize(Topics.FLIGHTS, flight));
            long time = flight.departure().toEpochMilli();
            producer.send(new ProducerRecord<>(Topics.FLIGHTS, null, time, flight.origin(), value));
        }
        producer.commitTransaction();
    }

    /** Closes it at once. A transaction that is still open is ended by the next producer, or by its timeout. */
    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
