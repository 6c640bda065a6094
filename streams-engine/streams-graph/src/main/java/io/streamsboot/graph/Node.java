package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.Operator;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Something that has a value, or a reason for none, in every step of a graph. Only a {@link GraphBuilder} makes nodes, and they
 * mean something only while the graph is being defined.
 */
public interface Node<V> {

    /** Gives the node a name, which errors and pictures show and the fingerprint contains. Returns this node. */
    Node<V> named(String name);

    /** A function of the value; null filters the value out. */
    <T> Node<T> map(Function<? super V, ? extends @Nullable T> function);

    /** A number made of the value. */
    Signal mapToNumber(ToDoubleFunction<? super V> function);

    /** The values that the predicate accepts. */
    Node<V> filter(Predicate<? super V> predicate);

    /** The value of this node, or where it has none that of another. */
    Node<V> orElse(Node<V> other);

    /** The values whose key has not passed within the last {@code span}; the codec makes keys part of saved state. */
    <K> Node<V> dedupe(Function<? super V, ? extends K> key, Duration span, Codec<K> codec);

    /** The first {@code n} values of any {@code span}. */
    Node<V> rateLimit(int n, Duration span);

    /** An operator with state of your own. */
    <S, T> Node<T> through(Operator<S, ? super V, T> operator);
}
