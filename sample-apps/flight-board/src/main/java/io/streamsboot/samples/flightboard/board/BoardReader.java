package io.streamsboot.samples.flightboard.board;

import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.samples.flightboard.flights.DelayTrend;
import io.streamsboot.samples.flightboard.flights.FlightData;
import io.streamsboot.samples.flightboard.flights.LateArrivals;
import io.streamsboot.samples.flightboard.replay.ReplayProgress;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes the board of what the stores hold. A store that cannot be read right now shows what it held before. Thread-safe. */
@Component
class BoardReader {

    private static final int AIRPORTS = 10;
    private static final int ROUTES = 5;

    private final LocalStores stores;
    private final FlightData data;
    private final ReplayProgress progress;
    private final Map<String, Map<String, ?>> lastRead = new ConcurrentHashMap<>();

    BoardReader(LocalStores stores, FlightData data, ReplayProgress progress) {
        this.stores = stores;
        this.data = data;
        this.progress = progress;
    }

    Board read() {
        Map<String, DelayTotals> origins = entries("airport-delays", "delay-totals");
        Map<String, DelayTotals> routes = entries("route-counts", "routes");
        Map<String, LateArrivals> late = entries("late-flights", "worst-delay");
        Map<String, DelayTrend> trends = entries("delay-trends", "trends");
        long processed = flights(origins.values());
        long lateCount = late.values().stream().mapToLong(LateArrivals::count).sum();
        LocalDate day = day(processed);
        int total = data.flights().size();
        boolean complete = processed == total && flights(routes.values()) == total && lateCount == data.late();
        return new Board(
                day,
                new Board.Flights(total, progress.replayed(), processed, lateCount, day == null ? 0 : flightsOf(day)),
                busiest(origins, AIRPORTS).stream()
                        .map(entry -> airport(entry.getKey(), entry.getValue(), trends.get(entry.getKey())))
                        .toList(),
                busiest(routes, ROUTES).stream()
                        .map(entry -> new Board.Route(
                                entry.getKey(),
                                entry.getValue().count(),
                                entry.getValue().average()))
                        .toList(),
                stores.states(),
                complete);
    }

    /** Day of the last flight if that many are processed, since they come in the order of their departure. */
    private @Nullable LocalDate day(long processed) {
        return processed == 0
                ? null
                : LocalDate.ofInstant(data.flights().get((int) processed - 1).departure(), ZoneOffset.UTC);
    }

    private long flightsOf(LocalDate day) {
        return stores.<DelayTotals>windows(
                        "airport-delays",
                        "delay-by-day",
                        day.atStartOfDay(ZoneOffset.UTC).toInstant())
                .map(windows -> flights(windows.values()))
                .orElse(0L);
    }

    private <V> Map<String, V> entries(String topology, String store) {
        Map<String, V> read = stores.<V>entries(topology, store).orElse(null);
        if (read != null) {
            lastRead.put(store, read);
            return read;
        }
        // Each name stands for one type of values.
        @SuppressWarnings("unchecked")
        Map<String, V> before = (Map<String, V>) lastRead.getOrDefault(store, Map.of());
        return before;
    }

    private static long flights(Collection<DelayTotals> totals) {
        return totals.stream().mapToLong(DelayTotals::count).sum();
    }

    private static Board.Airport airport(String code, DelayTotals totals, @Nullable DelayTrend trend) {
        return new Board.Airport(
                code,
                totals.airport(),
                totals.count(),
                totals.average(),
                totals.max(),
                trend == null ? null : (Double) trend.recent());
    }

    private static List<Map.Entry<String, DelayTotals>> busiest(Map<String, DelayTotals> totals, int limit) {
        return totals.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, DelayTotals> entry) ->
                                -entry.getValue().count())
                        .thenComparing(Map.Entry::getKey))
                .limit(limit)
                .toList();
    }
}
