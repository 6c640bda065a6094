package io.streamsboot.graph.kafka;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.internal.GraphImpl;
import io.streamsboot.graph.internal.Times;
import io.streamsboot.graph.kafka.internal.GraphPlan;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;

/**
 * A graph on Kafka: topics, serdes, keys and options. It becomes a plain {@link Topology}, which runs wherever Kafka Streams
 * does. Immutable and thread-safe, as far as its serdes are.
 *
 * <pre>{@code
 * GraphDefinition<Tick, Double> definition = GraphDefinition.of(trend)
 *         .from(Serdes.String(), ticks, "ticks")
 *         .keyedBy(Tick::symbol, Serdes.String())
 *         .outOfOrder(OutOfOrder.buffer(Duration.ofSeconds(5)))
 *         .lateTo("late-ticks")
 *         .to("trend", Serdes.Double())
 *         .build();
 * Topology topology = definition.topology("trend");
 * }</pre>
 *
 * <p>Each key has its own state, time and watermark. The graph is never flushed at an end. A function of the graph that throws
 * leaves the state as it was, and its {@link io.streamsboot.graph.UserCodeException} goes to the topology's processing exception
 * handler; so do records without key or value, and by the policy {@code OutOfOrder.error()} records out of order. State that
 * cannot be read or written ends the stream thread: {@link GraphStateError}.
 *
 * @param <R> record
 * @param <V> result
 */
public final class GraphDefinition<R, V> {

    private final GraphPlan<?, R, V> plan;

    GraphDefinition(GraphPlan<?, R, V> plan) {
        this.plan = plan;
        StateOptions state = plan.state();
        long lateness = plan.outOfOrder().lateness();
        if (state.expireAfter() != null && lateness >= Times.span("expireAfter", state.expireAfter())) {
            throw new GraphDefinitionException("keys expire after " + state.expireAfter()
                    + ", before their buffered records are taken in; let it be longer than the lateness of the buffer");
        }
    }

    /** Starts a definition. */
    public static <R, V> Reading<R, V> of(Graph<R, V> graph) {
        if (!(Objects.requireNonNull(graph, "graph") instanceof GraphImpl<R, V> compiled)) {
            throw new IllegalArgumentException("only a graph made by Graph.define can run on Kafka, not " + graph);
        }
        return new Reading<>(compiled);
    }

    /**
     * Adds the graph to a topology.
     *
     * @param builder builder of the topology
     * @param name prefix of nodes, stores and internal topics; keep it, or the state is lost
     */
    public void define(StreamsBuilder builder, String name) {
        Objects.requireNonNull(builder, "builder");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a graph on Kafka needs a name");
        }
        plan.named(name).define(builder);
    }

    /** A topology of this graph alone; see {@link #define}. */
    public Topology topology(String name) {
        var builder = new StreamsBuilder();
        define(builder, name);
        return builder.build();
    }

    /** The graph. */
    public Graph<R, V> graph() {
        return plan.graph();
    }

    /** How it keeps state. */
    public StateOptions state() {
        return plan.state();
    }

    /** The same with other options of its state. */
    public GraphDefinition<R, V> withState(StateOptions state) {
        return new GraphDefinition<>(plan.with(Objects.requireNonNull(state, "state")));
    }

    @Override
    public String toString() {
        return "GraphDefinition[" + plan.input().topics() + ", " + plan.graph() + "]";
    }

    /** A graph that needs to know where its records come from. */
    public static final class Reading<R, V> {

        private final GraphImpl<R, V> graph;

        private Reading(GraphImpl<R, V> graph) {
            this.graph = graph;
        }

        /**
         * Reads topics. Their keys are those of the states, unless {@link GraphDefinitionBuilder#keyedBy} chooses others.
         *
         * @param keys serde of their keys
         * @param values serde of their values, which are the graph's records
         * @param topics names, at least one
         */
        public <K> GraphDefinitionBuilder<K, R, V> from(Serde<K> keys, Serde<R> values, String... topics) {
            if (topics.length == 0) {
                throw new IllegalArgumentException("a graph on Kafka needs at least one topic to read");
            }
            return new GraphDefinitionBuilder<>(
                    graph,
                    new GraphPlan.Input<>(
                            List.of(topics),
                            Objects.requireNonNull(keys, "keys"),
                            Objects.requireNonNull(values, "values"),
                            consumed -> consumed),
                    new GraphPlan.Keys<>(keys, null, 0));
        }
    }
}
