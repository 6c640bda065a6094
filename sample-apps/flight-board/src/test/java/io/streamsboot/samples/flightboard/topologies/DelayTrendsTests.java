package io.streamsboot.samples.flightboard.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.test.GraphTester;
import io.streamsboot.samples.flightboard.ExpectedTrends;
import io.streamsboot.samples.flightboard.flights.DelayTrend;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ValueAndTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The graph over the data file, and the same graph in a topology. */
class DelayTrendsTests {

    private final ExpectedTrends expected = new ExpectedTrends(TopologyFixture.DATA);

    @TempDir
    private Path directory;

    @Test
    void averagesDelaysOfEachAirportAndSaysWhenTheyRise() {
        Map<String, DelayTrend> last = new HashMap<>();
        Map<String, List<DelayTrend>> rising = new HashMap<>();
        DelayTrends.graph()
                .keyed(Flight::origin, OutOfOrder.error())
                .over(TopologyFixture.DATA.flights())
                .forEach(trend -> {
                    last.put(trend.key(), trend.value());
                    if (trend.value().rising()) {
                        rising.computeIfAbsent(trend.key(), key -> new ArrayList<>())
                                .add(trend.value());
                    }
                });

        ExpectedTrends.assertSame(last, expected.last());
        assertThat(rising).hasSizeGreaterThan(20);
        rising.forEach((airport, trends) ->
                assertThat(trends).hasSize(expected.timesRising().get(airport)));
    }

    @Test
    void allModesAgree() {
        GraphTester.assertModesAgree(
                DelayTrends.graph(), TopologyFixture.DATA.flights().subList(0, 500));
    }

    @Test
    void theTopologySaysWhatTheGraphSays() {
        var definition = new DelayTrends().delayTrends(TopologyFixture.flights(), TopologyFixture.trends());
        try (var fixture = new TopologyFixture(definition.topology(DelayTrends.TOPOLOGY), directory)) {
            fixture.replayFlights();

            Map<String, DelayTrend> last = new HashMap<>();
            try (KeyValueIterator<String, ValueAndTimestamp<DelayTrend>> all = fixture.driver()
                    .<String, DelayTrend>getTimestampedKeyValueStore(DelayTrends.TRENDS)
                    .all()) {
                while (all.hasNext()) {
                    KeyValue<String, ValueAndTimestamp<DelayTrend>> entry = all.next();
                    last.put(entry.key, entry.value.value());
                }
            }
            assertThat(last).isEqualTo(ExpectedTrends.ofGraph(DelayTrends.graph(), TopologyFixture.DATA));
            Map<String, Integer> times = new HashMap<>();
            fixture.driver()
                    .createOutputTopic(
                            Topics.DELAY_RISING,
                            new StringDeserializer(),
                            TopologyFixture.trends().deserializer())
                    .readKeyValuesToList()
                    .forEach(event -> times.merge(event.key, 1, Integer::sum));
            assertThat(times).isEqualTo(expected.timesRising());
        }
    }
}
