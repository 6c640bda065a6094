package io.streamsboot.topology;

import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * What the entries of a store are made of. Kafka does not tell which serdes and which partitioner a store was built with,
 * so whoever wants to look a key up from outside has to say it again. Immutable.
 *
 * @param store name of the store
 * @param keys serde of the keys; of the inner keys for windows and sessions
 * @param values serde of the values, or null if it is not told
 * @param partitioner what chose the partition of a key, or null for Kafka's own
 */
public record StoreSerdes(
        String store,
        Serde<?> keys,
        @Nullable Serde<?> values,
        @Nullable StreamPartitioner<?, ?> partitioner) {

    public StoreSerdes {
        if (store.isBlank()) {
            throw new IllegalArgumentException("the name of a store must not be blank");
        }
        Objects.requireNonNull(keys, "keys");
    }

    /**
     * A store whose keys are distributed by Kafka's own partitioner.
     *
     * @param store name of the store
     * @param keys serde of the keys
     * @param values serde of the values
     * @return a new declaration
     */
    public static StoreSerdes of(String store, Serde<?> keys, Serde<?> values) {
        return new StoreSerdes(store, keys, values, null);
    }

    /** Who wants to know the declarations that are made while a topology is built. */
    @FunctionalInterface
    public interface Collector {

        /**
         * Takes a declaration.
         *
         * @param serdes what the entries of a store are made of
         */
        void collect(StoreSerdes serdes);
    }
}
