package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.Topics;
import io.streamsboot.topology.NodeHandle;
import io.streamsboot.topology.StoreHandle;
import io.streamsboot.topology.TypedTopology;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A topology of typed nodes: totals of each route. Nodes whose types do not fit do not compile. */
@Configuration(proxyBeanMethods = false)
class RouteCounts {

    static final String TOPOLOGY = "route-counts";
    static final String ROUTES = "routes";
    static final int PARTITIONS = 4;

    @Bean(TOPOLOGY)
    TypedTopology routeCounts(Serde<Flight> flights, Serde<DelayTotals> totals, FaultSwitch faults) {
        return nodes -> {
            StoreHandle<KeyValueStore<String, DelayTotals>> routes = nodes.store(
                    Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(ROUTES), Serdes.String(), totals),
                    Serdes.String(),
                    totals);
            NodeHandle<String, Flight> departures =
                    nodes.source("departures", Consumed.with(Serdes.String(), flights), Topics.FLIGHTS);
            NodeHandle<String, Flight> keyed =
                    nodes.processor("key-by-route", () -> new KeyByRoute(faults), departures);
            NodeHandle<String, Flight> byRoute =
                    nodes.repartition("by-route", PARTITIONS, Serdes.String(), flights, keyed);
            nodes.processor("count", () -> new Count(routes), byRoute, routes);
        };
    }

    private static final class KeyByRoute extends ContextualProcessor<String, Flight, String, Flight> {

        private final FaultSwitch faults;

        KeyByRoute(FaultSwitch faults) {
            this.faults = faults;
        }

        @Override
        public void process(Record<String, Flight> record) {
            faults.check(TOPOLOGY);
            context().forward(record.withKey(record.value().route()));
        }
    }

    private static final class Count extends ContextualProcessor<String, Flight, Void, Void> {

        private final StoreHandle<KeyValueStore<String, DelayTotals>> handle;

        @SuppressWarnings("NullAway.Init") // by init, before any record
        private KeyValueStore<String, DelayTotals> routes;

        Count(StoreHandle<KeyValueStore<String, DelayTotals>> handle) {
            this.handle = handle;
        }

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            super.init(context);
            routes = handle.in(context);
        }

        @Override
        public void process(Record<String, Flight> record) {
            DelayTotals before = routes.get(record.key());
            routes.put(record.key(), (before == null ? DelayTotals.NONE : before).plus(record.value()));
        }
    }
}
