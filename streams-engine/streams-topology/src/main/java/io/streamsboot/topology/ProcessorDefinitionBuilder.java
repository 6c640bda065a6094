package io.streamsboot.topology;

import io.streamsboot.topology.ProcessorDefinition.Input;
import io.streamsboot.topology.ProcessorDefinition.Output;
import io.streamsboot.topology.ProcessorDefinition.ProcessorFactory;
import io.streamsboot.topology.ProcessorDefinition.StoreReference;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link ProcessorDefinition} step by step. Not thread-safe.
 *
 * @param <K> type of the keys that the processor forwards
 * @param <V> type of the values that the processor forwards
 */
public final class ProcessorDefinitionBuilder<K, V> {

    private final String name;
    private final Input input;
    private final ProcessorFactory processor;
    private final List<StoreReference> stores = new ArrayList<>();
    private @Nullable String topology;
    private @Nullable String topic;
    private @Nullable Serde<K> keys;
    private @Nullable Serde<V> values;
    private int repartition;

    private ProcessorDefinitionBuilder(String name, Input input, ProcessorFactory processor) {
        this.name = name;
        this.input = input;
        this.processor = processor;
    }

    /**
     * A definition that knows its input, and needs its processor.
     *
     * @param <K> type of the keys that arrive
     * @param <V> type of the values that arrive
     */
    public static final class Reading<K, V> {

        private final Input input;

        Reading(Input input) {
            this.input = input;
        }

        /**
         * Sets a processor that may change keys.
         *
         * @param name name of the node, unique in its topology
         * @param supplier makes a new processor for each task
         * @param <KOut> type of the keys that it forwards
         * @param <VOut> type of the values that it forwards
         * @return what comes next: stores, output, topology
         */
        public <KOut, VOut> ProcessorDefinitionBuilder<KOut, VOut> process(
                String name, ProcessorSupplier<? super K, ? super V, KOut, VOut> supplier) {
            return new ProcessorDefinitionBuilder<>(name, input, new ProcessorFactory.Free(supplier));
        }

        /**
         * Sets a processor that keeps keys.
         *
         * @param name name of the node, unique in its topology
         * @param supplier makes a new processor for each task
         * @param <VOut> type of the values that it forwards
         * @return what comes next: stores, output, topology
         */
        public <VOut> ProcessorDefinitionBuilder<K, VOut> processValues(
                String name, FixedKeyProcessorSupplier<? super K, ? super V, VOut> supplier) {
            return new ProcessorDefinitionBuilder<>(name, input, new ProcessorFactory.FixedKey(supplier));
        }
    }

    /**
     * Puts the processor into a topology, which others can share.
     *
     * @param topology name of the topology
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> topology(String topology) {
        this.topology = topology;
        return this;
    }

    /**
     * Brings a store that the processor uses.
     *
     * @param store how to build the store
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> store(StoreBuilder<?> store) {
        stores.add(new StoreReference(store.name(), store));
        return this;
    }

    /**
     * Brings a store that the processor uses, and whose entries can be looked up from outside by their keys.
     *
     * @param store how to build the store
     * @param storeKeys serde of the store's keys
     * @param storeValues serde of the store's values
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> store(StoreBuilder<?> store, Serde<?> storeKeys, Serde<?> storeValues) {
        stores.add(new StoreReference(store.name(), store, StoreSerdes.of(store.name(), storeKeys, storeValues)));
        return this;
    }

    /**
     * Uses a store that another processor of the topology brings.
     *
     * @param name name of the store
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> store(String name) {
        stores.add(new StoreReference(name, null));
        return this;
    }

    /**
     * Sets the serde of the keys that are written or repartitioned.
     *
     * @param keys the serde
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> keys(Serde<K> keys) {
        this.keys = keys;
        return this;
    }

    /**
     * Sets the serde of the values that are written or repartitioned.
     *
     * @param values the serde
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> values(Serde<V> values) {
        this.values = values;
        return this;
    }

    /**
     * Writes what the processor forwards to a topic.
     *
     * @param topic name of the topic
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> to(String topic) {
        this.topic = topic;
        return this;
    }

    /**
     * Hands what the processor forwards to its followers through an internal topic, distributed by key.
     *
     * @param partitions number of partitions, at least 1
     * @return this builder
     */
    public ProcessorDefinitionBuilder<K, V> repartition(int partitions) {
        if (partitions < 1) {
            throw new IllegalArgumentException("repartition needs at least one partition, but got " + partitions);
        }
        this.repartition = partitions;
        return this;
    }

    /**
     * The finished definition.
     *
     * @return a new definition
     */
    public ProcessorDefinition build() {
        return new ProcessorDefinition(
                name, topology, input, processor, stores, new Output(topic, keys, values, repartition));
    }
}
