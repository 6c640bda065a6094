package io.streamsboot.graph;

import io.streamsboot.graph.internal.GraphImpl;
import io.streamsboot.graph.value.Result;
import io.streamsboot.graph.value.WithRecord;
import java.util.function.Function;

/**
 * A graph of operators over records of one type, which does not know where they come from. Immutable and thread-safe.
 *
 * <pre>{@code
 * Graph<Tick, Double> trend = Graph.define(Tick.class, g -> {
 *     g.timestamp(Tick::time);
 *     Signal price = g.number(Tick::price);
 *     return price.sma(Duration.ofSeconds(20));
 * });
 * List<Double> averages = trend.over(ticks).toList();
 * }</pre>
 *
 * <p>As a {@link Runner} it gives the values that are there; {@link #results} gives every step. Records must be in the order of
 * their times, or {@link OutOfOrderException} is thrown; {@link #keyed} offers other policies.
 *
 * @param <R> record
 * @param <V> value
 */
public interface Graph<R, V> extends Runner<R, V> {

    /**
     * Defines a graph.
     *
     * @param type of the records; it lets the compiler find the type of the builder
     * @param definition makes the nodes and returns the one whose values are the graph's
     * @throws GraphDefinitionException when the graph makes no sense
     */
    static <R, V> Graph<R, V> define(Class<R> type, Function<? super GraphBuilder<R>, ? extends Node<V>> definition) {
        return GraphImpl.define(type, definition);
    }

    /** The same, giving the record beside each value. */
    Runner<R, WithRecord<R, V>> with();

    /** The same, giving every step with its value or the reason for none. */
    Runner<R, Result<V>> results();

    /** The same, with separate state and time for every key. */
    <K> KeyedRunner<K, R, V> keyed(Function<? super R, ? extends K> key, OutOfOrder outOfOrder);

    /** Shows every step to a sink, without making an object of anything. */
    void forEach(Iterable<? extends R> records, Sink<R, V> sink);

    /** Starts a run to be stepped by hand. */
    Run<R> start(Sink<R, V> sink);

    /** The same graph, which asks {@code migration} when it is given state of another. */
    Graph<R, V> migratedBy(StateMigration migration);

    /**
     * Hash of what the graph computes, in hexadecimal: of its operators, their parameters, names and connections. Functions
     * cannot be hashed; name a node, and change the name, when what its function does changes.
     */
    String fingerprint();

    /** The nodes, one a line. */
    String toText();

    /** The nodes as a flow chart for Mermaid. */
    String toMermaid();
}
