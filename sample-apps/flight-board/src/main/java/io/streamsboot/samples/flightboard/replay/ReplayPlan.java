package io.streamsboot.samples.flightboard.replay;

import io.streamsboot.samples.flightboard.flights.Flight;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Cuts the flights that are still missing into batches. Each batch becomes one transaction, so after a crash a batch is
 * in the topic as a whole or not at all, whatever its partitions are.
 *
 * @param batches flights that are to be produced, in their order
 * @param done how many flights the topic holds already
 */
record ReplayPlan(List<List<Flight>> batches, int done) {

    private static final int BATCHES_PER_SECOND = 10;
    private static final int LARGEST_BATCH = 1000;

    /**
     * A plan.
     *
     * @param flights all flights
     * @param present lines of those that the topic holds
     * @param rate flights per second, 0 for no limit
     */
    static ReplayPlan of(List<Flight> flights, BitSet present, int rate) {
        List<Flight> missing =
                flights.stream().filter(flight -> !present.get(flight.line())).toList();
        int size = rate == 0 ? LARGEST_BATCH : Math.min(Math.max(rate / BATCHES_PER_SECOND, 1), LARGEST_BATCH);
        List<List<Flight>> batches = new ArrayList<>();
        for (int from = 0; from < missing.size(); from += size) {
            batches.add(missing.subList(from, Math.min(from + size, missing.size())));
        }
        return new ReplayPlan(batches, flights.size() - missing.size());
    }
}
