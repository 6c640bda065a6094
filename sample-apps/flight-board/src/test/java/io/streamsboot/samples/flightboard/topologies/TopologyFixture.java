package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.samples.flightboard.ExpectedTotals.Numbers;
import io.streamsboot.samples.flightboard.FlightBoardProperties;
import io.streamsboot.samples.flightboard.flights.Airport;
import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.samples.flightboard.flights.DelayTrend;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.FlightData;
import io.streamsboot.samples.flightboard.flights.LateArrivals;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;

/** Runs a topology on all of the data without a broker. */
final class TopologyFixture implements AutoCloseable {

    static final FlightData DATA = FlightData.load();

    private static final FlightSerdes SERDES = new FlightSerdes();

    private final TopologyTestDriver driver;

    TopologyFixture(Topology topology, Path stateDirectory) {
        Properties config = new Properties();
        config.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                "test",
                StreamsConfig.STATE_DIR_CONFIG,
                stateDirectory.toString(),
                // As in the application; and without it the driver writes a file to disk after each record.
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2));
        this.driver = new TopologyTestDriver(topology, config);
    }

    TopologyTestDriver driver() {
        return driver;
    }

    void replayAirports() {
        TestInputTopic<String, Airport> topic = driver.createInputTopic(
                Topics.AIRPORTS, new StringSerializer(), airports().serializer());
        DATA.airports().forEach(airport -> topic.pipeInput(airport.iata(), airport));
    }

    void replayFlights() {
        replay(DATA.flights());
    }

    void replay(List<Flight> some) {
        TestInputTopic<String, Flight> topic = driver.createInputTopic(
                Topics.FLIGHTS, new StringSerializer(), flights().serializer());
        some.forEach(flight -> topic.pipeInput(flight.origin(), flight, flight.departure()));
    }

    static Serde<Flight> flights() {
        return SERDES.flightSerde(properties(null));
    }

    static Serde<Airport> airports() {
        return SERDES.airportSerde();
    }

    static Serde<DelayTotals> totals() {
        return SERDES.delayTotalsSerde();
    }

    static Serde<DelayTrend> trends() {
        return SERDES.delayTrendSerde();
    }

    static Serde<LateArrivals> arrivals() {
        return SERDES.lateArrivalsSerde();
    }

    static FaultSwitch noFault() {
        return fault(null);
    }

    static FaultSwitch fault(String topology) {
        return new FaultSwitch(properties(topology));
    }

    private static FlightBoardProperties properties(String fault) {
        return new FlightBoardProperties(
                false,
                fault,
                new FlightBoardProperties.Replay(false, 0, 0),
                new FlightBoardProperties.Board(false, Duration.ofSeconds(1)));
    }

    static Numbers numbers(DelayTotals totals) {
        return new Numbers(totals.count(), totals.sum(), totals.max());
    }

    @Override
    public void close() {
        driver.close();
    }
}
