package io.streamsboot.samples.flightboard;

import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.FlightData;
import io.streamsboot.samples.flightboard.flights.LateArrivals;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the topologies must come to, computed without them. */
public final class ExpectedTotals {

    private final List<Flight> flights;

    public ExpectedTotals(FlightData data) {
        this.flights = data.flights();
    }

    /** Count, sum and worst of each origin. */
    public Map<String, Numbers> byOrigin() {
        return numbers(Flight::origin);
    }

    /** Count, sum and worst of each origin and day, as {@code PHX@2001-01-01T00:00:00Z}. */
    public Map<String, Numbers> byDay() {
        return numbers(flight -> dayKey(flight.origin(), flight.departure().truncatedTo(ChronoUnit.DAYS)));
    }

    /** Count, sum and worst of each route. */
    public Map<String, Numbers> byRoute() {
        return numbers(Flight::route);
    }

    /** Late flights of each destination. */
    public Map<String, LateArrivals> lateByDestination() {
        Comparator<Flight> worst = Comparator.comparingInt(Flight::delayMinutes)
                .thenComparing(Comparator.comparingInt(Flight::line).reversed());
        return flights.stream()
                .filter(flight -> flight.delayMinutes() >= 60)
                .collect(Collectors.groupingBy(
                        Flight::destination,
                        Collectors.collectingAndThen(
                                Collectors.toList(),
                                late -> new LateArrivals(
                                        late.size(), late.stream().max(worst).orElseThrow()))));
    }

    public static String dayKey(String origin, Instant day) {
        return origin + "@" + day;
    }

    private Map<String, Numbers> numbers(Function<Flight, String> key) {
        return flights.stream()
                .collect(Collectors.groupingBy(
                        key, Collectors.collectingAndThen(Collectors.toList(), ExpectedTotals::numbers)));
    }

    private static Numbers numbers(Collection<Flight> flights) {
        IntSummaryStatistics delays =
                flights.stream().mapToInt(Flight::delayMinutes).summaryStatistics();
        return new Numbers(delays.getCount(), delays.getSum(), delays.getMax());
    }

    /** Count, sum and worst. */
    public record Numbers(long count, long sum, int max) {}
}
