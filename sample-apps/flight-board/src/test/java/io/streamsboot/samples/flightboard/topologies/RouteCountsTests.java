package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.samples.flightboard.ExpectedTotals;
import io.streamsboot.samples.flightboard.ExpectedTotals.Numbers;
import io.streamsboot.samples.flightboard.flights.DelayTotals;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RouteCountsTests {

    @TempDir
    private Path directory;

    @Test
    void sumsUpEachRoute() {
        Topology topology = new RouteCounts()
                .routeCounts(TopologyFixture.flights(), TopologyFixture.totals(), TopologyFixture.noFault())
                .build();
        try (var fixture = new TopologyFixture(topology, directory)) {
            fixture.replayFlights();

            Map<String, Numbers> routes = new HashMap<>();
            try (KeyValueIterator<String, DelayTotals> all = fixture.driver()
                    .<String, DelayTotals>getKeyValueStore(RouteCounts.ROUTES)
                    .all()) {
                all.forEachRemaining(entry -> routes.put(entry.key, TopologyFixture.numbers(entry.value)));
            }
            assertThat(routes).hasSize(654).isEqualTo(new ExpectedTotals(TopologyFixture.DATA).byRoute());
        }
    }
}
