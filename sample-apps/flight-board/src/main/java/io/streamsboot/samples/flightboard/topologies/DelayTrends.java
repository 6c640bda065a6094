package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.kafka.GraphDefinition;
import io.streamsboot.samples.flightboard.flights.DelayTrend;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.state.KeyValueStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A graph as a topology: moving averages of each airport's delays, and when the short one crosses above the long one. */
@Configuration(proxyBeanMethods = false)
class DelayTrends {

    static final String TOPOLOGY = "delay-trends";
    static final String TRENDS = "trends";

    private static final int RECENT_FLIGHTS = 10;
    private static final int USUAL_FLIGHTS = 60;

    /** What is computed, wherever the flights come from. */
    static Graph<Flight, DelayTrend> graph() {
        return Graph.define(Flight.class, g -> {
            g.timestamp(Flight::departure);
            Signal delay = g.number(flight -> (double) flight.delayMinutes());
            Signal recent = delay.sma(RECENT_FLIGHTS);
            Signal usual = delay.sma(USUAL_FLIGHTS);
            Node<Boolean> rising =
                    recent.crossAbove(usual).map(crossing -> true).orElse(usual.map(average -> false));
            return g.combine(recent, usual, rising, DelayTrend::new);
        });
    }

    @Bean(TOPOLOGY)
    GraphDefinition<Flight, DelayTrend> delayTrends(Serde<Flight> flights, Serde<DelayTrend> trends) {
        return GraphDefinition.of(graph())
                .from(Serdes.String(), flights, Topics.FLIGHTS)
                // A flight that is replayed weeks later must not change what its airport's average is now.
                .outOfOrder(OutOfOrder.drop())
                .then(stream -> output(stream, trends))
                .build();
    }

    private static void output(KStream<String, DelayTrend> stream, Serde<DelayTrend> trends) {
        stream.toTable(
                Named.as("latest"),
                Materialized.<String, DelayTrend, KeyValueStore<Bytes, byte[]>>as(TRENDS)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(trends));
        stream.filter((airport, trend) -> trend.rising(), Named.as("rising"))
                .to(Topics.DELAY_RISING, Produced.with(Serdes.String(), trends).withName("to-delay-rising"));
    }
}
