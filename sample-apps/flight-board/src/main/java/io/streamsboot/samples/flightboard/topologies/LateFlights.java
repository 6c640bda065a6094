package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.boot.QueryableStore;
import io.streamsboot.boot.StreamProcessor;
import io.streamsboot.samples.flightboard.flights.Flight;
import io.streamsboot.samples.flightboard.flights.LateArrivals;
import io.streamsboot.samples.flightboard.flights.Topics;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A topology of processor beans: late flights go to a topic of their own, and each destination keeps its worst one. The
 * flights come by origin and are wanted by destination, so they pass a repartition topic in between.
 */
@Configuration(proxyBeanMethods = false)
class LateFlights {

    static final String TOPOLOGY = "late-flights";
    static final String WORST = "worst-delay";
    static final int PARTITIONS = 4;

    @Bean(WORST)
    StoreBuilder<KeyValueStore<String, LateArrivals>> worstDelayStore(Serde<LateArrivals> arrivals) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(WORST), Serdes.String(), arrivals);
    }

    @Bean
    QueryableStore queryableWorstDelay(Serde<LateArrivals> arrivals) {
        return QueryableStore.of(TOPOLOGY, WORST, Serdes.String(), arrivals);
    }

    /** Lets late flights pass. */
    @StreamProcessor(name = "late", topology = TOPOLOGY, from = Topics.FLIGHTS, to = Topics.LATE_FLIGHTS)
    static class Filter extends ContextualFixedKeyProcessor<String, Flight, Flight> {

        private final FaultSwitch faults;

        Filter(FaultSwitch faults) {
            this.faults = faults;
        }

        @Override
        public void process(FixedKeyRecord<String, Flight> record) {
            faults.check(TOPOLOGY);
            if (record.value().late()) {
                context().forward(record);
            }
        }
    }

    /** Gives late flights their destination as key. */
    @StreamProcessor(name = "by-destination", topology = TOPOLOGY, after = "late", repartition = PARTITIONS)
    static class ByDestination extends ContextualProcessor<String, Flight, String, Flight> {

        @Override
        public void process(Record<String, Flight> record) {
            context().forward(record.withKey(record.value().destination()));
        }
    }

    /** Keeps the worst flight of each destination. */
    @StreamProcessor(name = "worst", topology = TOPOLOGY, after = "by-destination", stores = WORST)
    static class Worst implements Processor<String, Flight, Void, Void> {

        @SuppressWarnings("NullAway.Init") // by init, before any record
        private KeyValueStore<String, LateArrivals> worst;

        @Override
        public void init(ProcessorContext<Void, Void> context) {
            worst = context.getStateStore(WORST);
        }

        @Override
        public void process(Record<String, Flight> record) {
            String destination = record.key();
            worst.put(destination, LateArrivals.add(worst.get(destination), record.value()));
        }
    }
}
