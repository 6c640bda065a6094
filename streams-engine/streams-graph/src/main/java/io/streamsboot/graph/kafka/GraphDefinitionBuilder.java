package io.streamsboot.graph.kafka;

import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.internal.GraphImpl;
import io.streamsboot.graph.kafka.internal.GraphPlan;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.jspecify.annotations.Nullable;

/** Collects what a graph needs on Kafka. Not thread-safe. */
public final class GraphDefinitionBuilder<K, R, V> {

    private static final String UNNAMED = "graph";

    private final GraphImpl<R, V> graph;
    private GraphPlan.Input<R> input;
    private final GraphPlan.Keys<K, R> keys;
    private OutOfOrder outOfOrder = OutOfOrder.error();
    private StateOptions state = StateOptions.DEFAULT;
    private @Nullable String topic;
    private @Nullable Serde<V> results;
    private @Nullable Consumer<? super KStream<K, V>> then;
    private @Nullable String lateTopic;

    GraphDefinitionBuilder(GraphImpl<R, V> graph, GraphPlan.Input<R> input, GraphPlan.Keys<K, R> keys) {
        this.graph = graph;
        this.input = input;
        this.keys = keys;
    }

    /** Further settings of the source: timestamp extractor, reset policy. */
    public GraphDefinitionBuilder<K, R, V> consumed(UnaryOperator<Consumed<Object, R>> settings) {
        Objects.requireNonNull(settings, "settings");
        input = new GraphPlan.Input<>(input.topics(), input.keys(), input.values(), settings);
        return this;
    }

    /**
     * Chooses another key than the record has. Records pass a repartition topic then, with as many partitions as the input has.
     * Call it before anything but {@link #consumed}.
     *
     * @param key key of a record, not null
     * @param serde serde of the keys
     */
    public <K2> GraphDefinitionBuilder<K2, R, V> keyedBy(Function<? super R, ? extends K2> key, Serde<K2> serde) {
        return keyedBy(key, serde, 0);
    }

    /** {@link #keyedBy(Function, Serde)} through a topic of so many partitions; 0 for as many as the input has. */
    public <K2> GraphDefinitionBuilder<K2, R, V> keyedBy(
            Function<? super R, ? extends K2> key, Serde<K2> serde, int partitions) {
        if (partitions < 0) {
            throw new IllegalArgumentException("the number of partitions must not be negative, but is " + partitions);
        }
        if (topic != null || then != null || lateTopic != null) {
            throw new IllegalStateException("choose the key before the output, whose key it is");
        }
        var next = new GraphDefinitionBuilder<K2, R, V>(
                graph,
                input,
                new GraphPlan.Keys<>(
                        Objects.requireNonNull(serde, "serde"), Objects.requireNonNull(key, "key"), partitions));
        next.outOfOrder = outOfOrder;
        next.state = state;
        return next;
    }

    /** What to do with records that are older than others of their key; {@link OutOfOrder#error()} if it is not called. */
    public GraphDefinitionBuilder<K, R, V> outOfOrder(OutOfOrder policy) {
        outOfOrder = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /** Writes records that are left out as late to a topic, as they came. */
    public GraphDefinitionBuilder<K, R, V> lateTo(String topicOfLate) {
        lateTopic = Objects.requireNonNull(topicOfLate, "topic");
        return this;
    }

    /** Writes the values that are there to a topic, under the key of the state and with the time of the step. */
    public GraphDefinitionBuilder<K, R, V> to(String topicOfResults, Serde<V> values) {
        topic = Objects.requireNonNull(topicOfResults, "topic");
        results = Objects.requireNonNull(values, "values");
        return this;
    }

    /** Goes on with the values that are there as a stream, beside or instead of {@link #to}. */
    public GraphDefinitionBuilder<K, R, V> then(Consumer<? super KStream<K, V>> stream) {
        then = Objects.requireNonNull(stream, "stream");
        return this;
    }

    /** How to keep state; {@link StateOptions#DEFAULT} if it is not called. */
    public GraphDefinitionBuilder<K, R, V> state(StateOptions options) {
        state = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * The definition.
     *
     * @throws GraphDefinitionException when it makes no sense
     */
    public GraphDefinition<R, V> build() {
        if (topic == null && then == null) {
            throw new GraphDefinitionException("the results of the graph go nowhere; call to or then");
        }
        if (lateTopic != null && outOfOrder.policy() == OutOfOrder.Policy.ERROR) {
            throw new GraphDefinitionException("no record is late by OutOfOrder.error(), which refuses it, so topic "
                    + lateTopic + " would stay empty; use OutOfOrder.drop() or buffer(lateness)");
        }
        graph.feeder(outOfOrder);
        return new GraphDefinition<>(new GraphPlan<>(
                UNNAMED,
                graph,
                outOfOrder,
                input,
                keys,
                new GraphPlan.Output<>(topic, results, then, lateTopic),
                state));
    }
}
