package io.streamsboot.graph;

import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a graph is defined with. Valid while {@link Graph#define} runs; not thread-safe. */
public interface GraphBuilder<R> {

    /** Says what time a record is of. Once, at any place of the definition. */
    void timestamp(Function<? super R, Instant> time);

    /** Says what time a record is of, in milliseconds since the epoch. */
    void timestampMillis(ToLongFunction<? super R> time);

    /** A number of every record. */
    Signal number(ToDoubleFunction<? super R> extractor);

    /** A number that a record may lack: null is a missing value. */
    Signal optionalNumber(Function<? super R, ? extends @Nullable Number> extractor);

    /** A value of every record: null is a missing value. */
    <V> Node<V> value(Function<? super R, ? extends @Nullable V> extractor);

    /** The same number in every step. */
    Signal constant(double number);

    /**
     * The values of several signals side by side, NaN where one has none, in every step in which one has a value. A sink reads
     * them by {@link Step#asDouble(int)} without an array being made.
     */
    Node<double[]> row(Signal... signals);

    /** A function of two nodes, where both have a value. */
    <A, B, T> Node<T> combine(Node<A> a, Node<B> b, BiFunction<? super A, ? super B, ? extends @Nullable T> function);

    /** A function of three nodes, where all have a value. */
    <A, B, C, T> Node<T> combine(
            Node<A> a,
            Node<B> b,
            Node<C> c,
            Function3<? super A, ? super B, ? super C, ? extends @Nullable T> function);

    /** A function of four nodes, where all have a value. */
    <A, B, C, D, T> Node<T> combine(
            Node<A> a,
            Node<B> b,
            Node<C> c,
            Node<D> d,
            Function4<? super A, ? super B, ? super C, ? super D, ? extends @Nullable T> function);

    /** A function of five nodes, where all have a value. */
    <A, B, C, D, E, T> Node<T> combine(
            Node<A> a,
            Node<B> b,
            Node<C> c,
            Node<D> d,
            Node<E> e,
            Function5<? super A, ? super B, ? super C, ? super D, ? super E, ? extends @Nullable T> function);

    /** A function of three arguments. */
    @FunctionalInterface
    interface Function3<A, B, C, T> {

        /** Its result. */
        T apply(A a, B b, C c);
    }

    /** A function of four arguments. */
    @FunctionalInterface
    interface Function4<A, B, C, D, T> {

        /** Its result. */
        T apply(A a, B b, C c, D d);
    }

    /** A function of five arguments. */
    @FunctionalInterface
    interface Function5<A, B, C, D, E, T> {

        /** Its result. */
        T apply(A a, B b, C c, D d, E e);
    }
}
