package io.streamsboot.graph.kafka.internal;

import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.internal.GraphImpl;
import io.streamsboot.graph.kafka.StateOptions;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * A graph with all that it needs to run on Kafka.
 *
 * @param name what its nodes, stores and internal topics are named after
 */
public record GraphPlan<K, R, V>(
        String name,
        GraphImpl<R, V> graph,
        OutOfOrder outOfOrder,
        Input<R> input,
        Keys<K, R> keys,
        Output<K, V> output,
        StateOptions state) {

    /** Where records come from. */
    public record Input<R>(
            List<String> topics, Serde<?> keys, Serde<R> values, UnaryOperator<Consumed<Object, R>> settings) {}

    /**
     * What has a state of its own.
     *
     * @param chosen the key of a record, or null for that of its topic
     * @param partitions number of partitions of the repartition topic; 0 for as many as the input has
     */
    public record Keys<K, R>(Serde<K> serde, @Nullable Function<? super R, ? extends K> chosen, int partitions) {}

    /** Where results and late records go. */
    public record Output<K, V>(
            @Nullable String topic,
            @Nullable Serde<V> values,
            @Nullable Consumer<? super KStream<K, V>> then,
            @Nullable String lateTopic) {}

    /** Adds the graph to a topology. */
    public void define(StreamsBuilder builder) {
        var names = new NodeNames(name);
        builder.addStateStore(stateStore(names));
        builder.addStateStore(new HotKeysBuilder<>(names.hot(), this));
        String[] stores = {names.state(), names.hot()};
        KStream<K, Object> stepped = byKey(builder, names)
                .processValues(() -> new GraphProcessor<>(this), Named.as(names.processor()), stores);
        defineOutput(stepped, names);
        marks(stepped)
                .toTable(
                        Named.as(names.marks()),
                        Materialized.<K, byte[]>as(Stores.inMemoryKeyValueStore(names.marks()))
                                .withKeySerde(OneKey.serde())
                                .withValueSerde(Serdes.ByteArray())
                                .withLoggingDisabled()
                                .withCachingEnabled())
                .toStream(Named.as(names.writeBackStream()))
                .process(() -> new WriteBack<K, R, V>(names), Named.as(names.writeBack()), stores);
    }

    private StoreBuilder<?> stateStore(NodeNames names) {
        KeyValueBytesStoreSupplier supplier = state.storage() == StateOptions.Storage.IN_MEMORY
                ? Stores.inMemoryKeyValueStore(names.state())
                : Stores.persistentKeyValueStore(names.state());
        return Stores.keyValueStoreBuilder(supplier, keys.serde(), Serdes.ByteArray())
                .withCachingDisabled()
                .withLoggingEnabled(state.changelog());
    }

    @SuppressWarnings("unchecked")
    private KStream<K, R> byKey(StreamsBuilder builder, NodeNames names) {
        Consumed<Object, R> consumed = input.settings()
                .apply(Consumed.with((Serde<Object>) input.keys(), input.values())
                        .withName(names.source()));
        KStream<Object, R> source = builder.stream(input.topics(), consumed);
        Function<? super R, ? extends K> chosen = keys.chosen();
        if (chosen == null) {
            return (KStream<K, R>) (KStream<?, R>) source;
        }
        Repartitioned<K, R> repartitioned =
                Repartitioned.with(keys.serde(), input.values()).withName(names.repartition());
        return source.<K>selectKey(
                        (key, record) -> Objects.requireNonNull(
                                chosen.apply(record), "graph '" + name + "' got a record whose chosen key is null"),
                        Named.as(names.selectKey()))
                .repartition(
                        keys.partitions() == 0
                                ? repartitioned
                                : repartitioned.withNumberOfPartitions(keys.partitions()));
    }

    @SuppressWarnings("unchecked")
    private void defineOutput(KStream<K, Object> stepped, NodeNames names) {
        KStream<K, V> results = (KStream<K, V>) (KStream<K, ?>) stepped;
        if (output.then() != null) {
            // What the user attaches must get results alone. Unlike a mapping, a look copies no headers.
            results = results.peek((key, value) -> {}, Named.as(names.results()));
        }
        if (output.topic() != null) {
            results.to(
                    output.topic(),
                    Produced.with(keys.serde(), Objects.requireNonNull(output.values()))
                            .withName(names.sink()));
        }
        if (output.then() != null) {
            output.then().accept(results);
        }
        if (output.lateTopic() != null) {
            ((KStream<K, R>) (KStream<K, ?>) stepped)
                    .to(
                            output.lateTopic(),
                            Produced.with(keys.serde(), input.values()).withName(names.late()));
        }
    }

    @SuppressWarnings("unchecked")
    private static <K> KStream<K, byte[]> marks(KStream<K, ?> stepped) {
        return (KStream<K, byte[]>) stepped;
    }

    /** The same under another name. */
    public GraphPlan<K, R, V> named(String other) {
        return new GraphPlan<>(other, graph, outOfOrder, input, keys, output, state);
    }

    /** The same with other options of its state. */
    public GraphPlan<K, R, V> with(StateOptions other) {
        return new GraphPlan<>(name, graph, outOfOrder, input, keys, output, other);
    }
}
