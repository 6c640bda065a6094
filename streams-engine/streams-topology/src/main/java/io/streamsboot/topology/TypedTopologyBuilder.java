package io.streamsboot.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TopicNameExtractor;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Nodes of a {@link TypedTopology}. Every node is named by its user, so the topology's internal names never depend on
 * the order of the calls. Not thread-safe; lives as long as the definition runs.
 */
public final class TypedTopologyBuilder {

    private final StreamsBuilder builder;
    private final List<StoreSerdes> serdes = new ArrayList<>();

    TypedTopologyBuilder(StreamsBuilder builder) {
        this.builder = builder;
    }

    /**
     * A source that reads topics.
     *
     * @param name name of the node
     * @param consumed serdes, timestamp extractor and reset policy
     * @param topics names of the topics, at least one
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the records of the topics
     */
    public <K, V> NodeHandle<K, V> source(String name, Consumed<K, V> consumed, String... topics) {
        return new NodeHandle<>(name, builder.stream(List.of(topics), consumed.withName(name)));
    }

    /**
     * A source that reads every topic whose name matches. Not supported by the streams group protocol.
     *
     * @param name name of the node
     * @param consumed serdes, timestamp extractor and reset policy
     * @param topics pattern that a topic's whole name must match
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the records of the topics
     */
    public <K, V> NodeHandle<K, V> source(String name, Consumed<K, V> consumed, Pattern topics) {
        return new NodeHandle<>(name, builder.stream(topics, consumed.withName(name)));
    }

    /**
     * A state store, shared by the processors that are given its handle.
     *
     * @param store builder of the store; its name must be unique in the topology
     * @param <S> type of the store
     * @return handle by which processors reach the store
     */
    public <S extends StateStore> StoreHandle<S> store(StoreBuilder<S> store) {
        builder.addStateStore(store);
        return new StoreHandle<>(store.name());
    }

    /**
     * A state store whose entries can be looked up from outside by their keys.
     *
     * @param store builder of the store; its name must be unique in the topology
     * @param keys serde of the store's keys
     * @param values serde of the store's values
     * @param <S> type of the store
     * @return handle by which processors reach the store
     */
    public <S extends StateStore> StoreHandle<S> store(StoreBuilder<S> store, Serde<?> keys, Serde<?> values) {
        queryable(StoreSerdes.of(store.name(), keys, values));
        return store(store);
    }

    /**
     * Says what the entries of a store are made of, so that they can be looked up from outside by their keys.
     *
     * @param serdes the store, its serdes and its partitioner
     */
    public void queryable(StoreSerdes serdes) {
        this.serdes.add(serdes);
    }

    List<StoreSerdes> serdes() {
        return serdes;
    }

    /**
     * A processor, which may change keys.
     *
     * @param name name of the node
     * @param supplier makes a new processor for each task
     * @param parent node whose output it processes
     * @param stores stores that it uses
     * @param <K> type of the keys that arrive
     * @param <V> type of the values that arrive
     * @param <KOut> type of the keys that it forwards
     * @param <VOut> type of the values that it forwards
     * @return what the processor forwards
     */
    public <K, V, KOut, VOut> NodeHandle<KOut, VOut> processor(
            String name,
            ProcessorSupplier<? super K, ? super V, KOut, VOut> supplier,
            NodeHandle<K, V> parent,
            StoreHandle<?>... stores) {
        return new NodeHandle<>(name, parent.stream().process(supplier, Named.as(name), names(stores)));
    }

    /**
     * A processor that keeps the keys, so that what follows needs no repartitioning.
     *
     * @param name name of the node
     * @param supplier makes a new processor for each task
     * @param parent node whose output it processes
     * @param stores stores that it uses
     * @param <K> type of the keys
     * @param <V> type of the values that arrive
     * @param <VOut> type of the values that it forwards
     * @return what the processor forwards
     */
    public <K, V, VOut> NodeHandle<K, VOut> fixedKeyProcessor(
            String name,
            FixedKeyProcessorSupplier<? super K, ? super V, VOut> supplier,
            NodeHandle<K, V> parent,
            StoreHandle<?>... stores) {
        return new NodeHandle<>(name, parent.stream().processValues(supplier, Named.as(name), names(stores)));
    }

    /**
     * The outputs of two nodes as one, without any order between them.
     *
     * @param name name of the node
     * @param first one node
     * @param second another node
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the records of both
     */
    public <K, V> NodeHandle<K, V> merge(String name, NodeHandle<K, V> first, NodeHandle<K, V> second) {
        return new NodeHandle<>(name, first.stream().merge(second.stream(), Named.as(name)));
    }

    /**
     * Sends records through an internal topic, so that each key lives in the partition that its hash says. Needed before
     * a store that is keyed by something else than the source's key.
     *
     * @param name name of the internal topic, which becomes {@code <application id>-<name>-repartition}
     * @param partitions number of partitions of the internal topic
     * @param keys serde of the keys
     * @param values serde of the values
     * @param parent node whose output is repartitioned
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return the same records, distributed by key
     */
    public <K, V> NodeHandle<K, V> repartition(
            String name, int partitions, Serde<K> keys, Serde<V> values, NodeHandle<K, V> parent) {
        Repartitioned<K, V> repartitioned = Repartitioned.<K, V>as(name)
                .withKeySerde(keys)
                .withValueSerde(values)
                .withNumberOfPartitions(partitions);
        return new NodeHandle<>(name, parent.stream().repartition(repartitioned));
    }

    /**
     * A sink that writes to one topic.
     *
     * @param name name of the node
     * @param topic name of the topic
     * @param produced serdes and partitioner
     * @param parent node whose output is written
     * @param <K> type of the keys
     * @param <V> type of the values
     */
    public <K, V> void sink(
            String name, String topic, Produced<K, V> produced, NodeHandle<? extends K, ? extends V> parent) {
        NodeHandle<K, V> typed = widen(parent);
        typed.stream().to(topic, produced.withName(name));
    }

    /**
     * A sink that chooses the topic for each record. The topics must exist.
     *
     * @param name name of the node
     * @param topic chooses the topic of a record
     * @param produced serdes and partitioner
     * @param parent node whose output is written
     * @param <K> type of the keys
     * @param <V> type of the values
     */
    public <K, V> void sink(
            String name,
            TopicNameExtractor<K, V> topic,
            Produced<K, V> produced,
            NodeHandle<? extends K, ? extends V> parent) {
        NodeHandle<K, V> typed = widen(parent);
        typed.stream().to(topic, produced.withName(name));
    }

    /**
     * A store that every instance fills with the whole of a topic. Processors reach it by the handle without being
     * connected to it.
     *
     * @param store builder of the store, without changelog: the topic is its log
     * @param topic name of the topic
     * @param consumed serdes and timestamp extractor
     * @param supplier makes the processor that writes the records into the store
     * @param <S> type of the store
     * @param <K> type of the keys
     * @param <V> type of the values
     * @return handle by which processors reach the store
     */
    public <S extends StateStore, K, V> StoreHandle<S> globalStore(
            StoreBuilder<S> store,
            String topic,
            Consumed<K, V> consumed,
            ProcessorSupplier<K, V, Void, Void> supplier) {
        builder.addGlobalStore(store, topic, consumed.withName(store.name() + "-source"), supplier);
        return new StoreHandle<>(store.name());
    }

    private static String[] names(StoreHandle<?>[] stores) {
        return Arrays.stream(stores).map(StoreHandle::name).toArray(String[]::new);
    }

    /** A handle is only read from here, so a handle of a subtype serves as well. */
    @SuppressWarnings("unchecked")
    private static <K, V> NodeHandle<K, V> widen(NodeHandle<? extends K, ? extends V> handle) {
        KStream<K, V> stream = (KStream<K, V>) handle.stream();
        return new NodeHandle<>(handle.name(), stream);
    }
}
