package io.streamsboot.graph.internal;

import io.streamsboot.graph.GraphBuilder;
import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.internal.NodeDef.Draft;
import io.streamsboot.graph.internal.engine.Ops;
import io.streamsboot.graph.internal.engine.SourceOp;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Collects the nodes of a graph. */
final class BuilderImpl<R> implements GraphBuilder<R> {

    final GraphDraft draft = new GraphDraft();

    @Nullable ToLongFunction<R> time;

    @Override
    public void timestamp(Function<? super R, Instant> function) {
        time(record -> Times.nanos(function.apply(record)));
    }

    @Override
    public void timestampMillis(ToLongFunction<? super R> function) {
        time(record -> Times.nanosOfMillis(function.applyAsLong(record)));
    }

    private void time(ToLongFunction<R> function) {
        draft.checkOpen();
        if (time != null) {
            throw new GraphDefinitionException("the time of a record is defined twice; call timestamp once");
        }
        time = function;
    }

    @Override
    public Signal number(ToDoubleFunction<? super R> extractor) {
        return draft.signal(new Draft("number").source(), (out, in, timer) -> SourceOp.number(out, extractor));
    }

    @Override
    public Signal optionalNumber(Function<? super R, ? extends @Nullable Number> extractor) {
        return draft.signal(
                new Draft("optionalNumber").source(), (out, in, timer) -> SourceOp.optionalNumber(out, extractor));
    }

    @Override
    public <V> Node<V> value(Function<? super R, ? extends @Nullable V> extractor) {
        return draft.node(new Draft("value").source().object(), (out, in, timer) -> SourceOp.value(out, extractor));
    }

    @Override
    public Signal constant(double number) {
        return draft.constant(number);
    }

    @Override
    public Node<double[]> row(Signal... signals) {
        if (signals.length == 0) {
            throw new GraphDefinitionException("a row must have at least one signal");
        }
        NodeDef[] inputs = new NodeDef[signals.length];
        for (int i = 0; i < signals.length; i++) {
            inputs[i] = draft.def(signals[i]);
        }
        var node = new Draft("row").inputs(inputs).object().clock(Clock.MIXED);
        return draft.handle(draft.sharedDef(node, Ops.row()));
    }

    @Override
    public <A, B, T> Node<T> combine(
            Node<A> a, Node<B> b, BiFunction<? super A, ? super B, ? extends @Nullable T> function) {
        return combine(s -> function.apply(Ops.input(s, 0), Ops.input(s, 1)), a, b);
    }

    @Override
    public <A, B, C, T> Node<T> combine(
            Node<A> a,
            Node<B> b,
            Node<C> c,
            Function3<? super A, ? super B, ? super C, ? extends @Nullable T> function) {
        return combine(s -> function.apply(Ops.input(s, 0), Ops.input(s, 1), Ops.input(s, 2)), a, b, c);
    }

    @Override
    public <A, B, C, D, T> Node<T> combine(
            Node<A> a,
            Node<B> b,
            Node<C> c,
            Node<D> d,
            Function4<? super A, ? super B, ? super C, ? super D, ? extends @Nullable T> function) {
        return combine(
                s -> function.apply(Ops.input(s, 0), Ops.input(s, 1), Ops.input(s, 2), Ops.input(s, 3)), a, b, c, d);
    }

    @Override
    public <A, B, C, D, E, T> Node<T> combine(
            Node<A> a,
            Node<B> b,
            Node<C> c,
            Node<D> d,
            Node<E> e,
            Function5<? super A, ? super B, ? super C, ? super D, ? super E, ? extends @Nullable T> function) {
        return combine(
                s -> function.apply(
                        Ops.input(s, 0), Ops.input(s, 1), Ops.input(s, 2), Ops.input(s, 3), Ops.input(s, 4)),
                a,
                b,
                c,
                d,
                e);
    }

    private <T> Node<T> combine(Ops.Combiner function, Node<?>... nodes) {
        NodeDef[] inputs = new NodeDef[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            inputs[i] = draft.def(nodes[i]);
        }
        return draft.node(new Draft("combine").inputs(inputs).object(), Ops.combine(function));
    }
}
