package io.streamsboot.samples.flightboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.samples.flightboard.flights.DelayTrend;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.FlightData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Trends of the delays of each airport, computed anew from all of its flights. */
public final class ExpectedTrends {

    private static final int RECENT = 10;
    private static final int USUAL = 60;

    private final Map<String, DelayTrend> last = new HashMap<>();
    private final Map<String, Integer> timesRising = new HashMap<>();

    public ExpectedTrends(FlightData data) {
        Map<String, List<Flight>> byOrigin = new HashMap<>();
        for (Flight flight : data.flights()) {
            List<Flight> flights = byOrigin.computeIfAbsent(flight.origin(), origin -> new ArrayList<>());
            flights.add(flight);
            if (flights.size() >= USUAL) {
                double recent = average(flights, RECENT);
                double usual = average(flights, USUAL);
                DelayTrend before = last.get(flight.origin());
                // Touching is no crossing: what counts is the side on which it was last, which 'rising' keeps here.
                boolean below = before == null ? recent < usual : before.rising();
                if (before != null && below && recent > usual) {
                    timesRising.merge(flight.origin(), 1, Integer::sum);
                }
                boolean nowBelow = recent < usual || (recent == usual && below);
                last.put(flight.origin(), new DelayTrend(recent, usual, nowBelow));
            }
        }
    }

    private static double average(List<Flight> flights, int n) {
        return flights.subList(flights.size() - n, flights.size()).stream()
                        .mapToInt(Flight::delayMinutes)
                        .sum()
                / (double) n;
    }

    /** The last averages of each airport with enough flights; {@code rising} means nothing here. */
    public Map<String, DelayTrend> last() {
        return last;
    }

    /** How often the delays of each airport began to rise. */
    public Map<String, Integer> timesRising() {
        return timesRising;
    }

    /** The last trend of each airport as the graph has it over the data. */
    public static Map<String, DelayTrend> ofGraph(Graph<Flight, DelayTrend> graph, FlightData data) {
        Map<String, DelayTrend> trends = new HashMap<>();
        graph.keyed(Flight::origin, OutOfOrder.error())
                .over(data.flights())
                .forEach(trend -> trends.put(trend.key(), trend.value()));
        return trends;
    }

    /** Compares averages. */
    public static void assertSame(Map<String, DelayTrend> actual, Map<String, DelayTrend> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        actual.forEach((airport, trend) -> {
            assertThat(trend.recent()).isCloseTo(expected.get(airport).recent(), within(1e-9));
            assertThat(trend.usual()).isCloseTo(expected.get(airport).usual(), within(1e-9));
        });
    }
}
