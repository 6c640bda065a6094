package io.streamsboot.samples.flightboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.FlightData;
import io.streamsboot.samples.flightboard.flights.Topics;
import io.streamsboot.topology.runtime.TopologyState;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;

/** What must be true of an application that has processed all of the data. */
final class Results {

    static final FlightData DATA = FlightData.load();

    private static final ExpectedTotals EXPECTED = new ExpectedTotals(DATA);
    private static final ExpectedTrends TRENDS = new ExpectedTrends(DATA);
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final int PARTITIONS = 4;

    private Results() {}

    /** Waits until topologies run and have committed all that there is to process. */
    static void awaitEnd(RunningBoard board, String... topologies) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            // Before the topic is read, which is twenty thousand flights each time; and once more when it is known to
            // be full.
            verifyNothingIsLeft(board, topologies);
            assertThat(board.records(Topics.FLIGHTS))
                    .hasSizeGreaterThanOrEqualTo(DATA.flights().size());
            verifyNothingIsLeft(board, topologies);
        });
    }

    private static void verifyNothingIsLeft(RunningBoard board, String... topologies) {
        for (String topology : topologies) {
            assertThat(board.state(topology)).as(topology).isEqualTo(TopologyState.RUNNING);
            assertThat(board.topology(topology).progress().totalLag())
                    .as("lag of %s", topology)
                    .isEqualTo(0);
        }
    }

    static void verifyFlightsTopic(RunningBoard board) {
        assertSame(board.records(Topics.FLIGHTS), DATA.flights());
    }

    static void verifyAirportDelays(RunningBoard board) {
        assertThat(board.numbers("airport-delays", "delay-totals")).isEqualTo(EXPECTED.byOrigin());
        assertThat(board.days()).isEqualTo(EXPECTED.byDay());
    }

    static void verifyLateFlights(RunningBoard board) {
        assertThat(board.entries("late-flights", "worst-delay")).isEqualTo(EXPECTED.lateByDestination());
        assertSame(
                board.records(Topics.LATE_FLIGHTS),
                DATA.flights().stream().filter(Flight::late).toList());
        verifyPartitions(board, "late-flights", "worst-delay");
    }

    static void verifyDelayTrends(RunningBoard board) {
        ExpectedTrends.assertSame(board.entries("delay-trends", "trends"), TRENDS.last());
    }

    static void verifyRouteCounts(RunningBoard board) {
        assertThat(board.numbers("route-counts", "routes")).isEqualTo(EXPECTED.byRoute());
        verifyPartitions(board, "route-counts", "routes");
    }

    /** Every key lives where Kafka's default partitioner puts it, and each partition has some. */
    private static void verifyPartitions(RunningBoard board, String topology, String store) {
        Set<String> found = new HashSet<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            Map<String, Object> entries = board.entries(topology, store, partition);
            assertThat(entries).isNotEmpty();
            for (String key : entries.keySet()) {
                assertThat(partition(key))
                        .as("partition of %s in %s", key, store)
                        .isEqualTo(partition);
                found.add(key);
            }
        }
        assertThat(found).isEqualTo(board.entries(topology, store).keySet());
    }

    private static int partition(String key) {
        try (StringSerializer serializer = new StringSerializer()) {
            return Utils.toPositive(Utils.murmur2(serializer.serialize("", key))) % PARTITIONS;
        }
    }

    /** The same flights, each as often; partitions are read in any order. */
    private static void assertSame(List<Flight> records, List<Flight> expected) {
        assertThat(records).hasSize(expected.size());
        assertThat(records.stream()
                        .sorted(Comparator.comparingInt(Flight::line))
                        .toList())
                .isEqualTo(expected);
    }
}
