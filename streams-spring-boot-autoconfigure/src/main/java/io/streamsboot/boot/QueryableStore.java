package io.streamsboot.boot;

import io.streamsboot.topology.StoreSerdes;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;

/**
 * A bean that says what the entries of a store are made of, so that they can be looked up by their keys.
 *
 * <pre>{@code
 * @Bean
 * QueryableStore delayTotals(Serde<DelayTotals> totals) {
 *     return QueryableStore.of("airport-delays", "delay-totals", Serdes.String(), totals);
 * }
 * }</pre>
 *
 * @param topology name of the topology
 * @param serdes the store, its serdes and its partitioner
 */
public record QueryableStore(String topology, StoreSerdes serdes) {

    public QueryableStore {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(serdes, "serdes");
    }

    /**
     * A store whose keys are distributed by Kafka's own partitioner.
     *
     * @param topology name of the topology
     * @param store name of the store
     * @param keys serde of the keys
     * @param values serde of the values
     * @return a new declaration
     */
    public static QueryableStore of(String topology, String store, Serde<?> keys, Serde<?> values) {
        return new QueryableStore(topology, StoreSerdes.of(store, keys, values));
    }
}
