package io.streamsboot.graph.internal;

import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.internal.NodeDef.Draft;
import io.streamsboot.graph.internal.engine.Ops;
import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.operator.Operator;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A handle of a node while its graph is being defined. */
class NodeImpl<V> implements Node<V> {

    final GraphDraft draft;
    final NodeDef def;

    NodeImpl(GraphDraft draft, NodeDef def) {
        this.draft = draft;
        this.def = def;
    }

    @Override
    public Node<V> named(String name) {
        draft.name(def, name);
        return this;
    }

    @Override
    public <T> Node<T> map(Function<? super V, ? extends @Nullable T> function) {
        return draft.node(new Draft("map").inputs(def).object(), Ops.map(function));
    }

    @Override
    public Signal mapToNumber(ToDoubleFunction<? super V> function) {
        return draft.signal(new Draft("mapToNumber").inputs(def), Ops.toNumber(function));
    }

    @Override
    public Node<V> filter(Predicate<? super V> predicate) {
        return draft.node(new Draft("filter").inputs(def).object(), Ops.filter(predicate));
    }

    @Override
    public Node<V> orElse(Node<V> other) {
        NodeDef second = draft.def(other);
        if (def.number != second.number) {
            throw new GraphDefinitionException("orElse needs two signals or two other nodes, not " + def.label()
                    + " and " + second.label() + "; map the signal to an object first");
        }
        return draft.handle(draft.sharedDef(choice(second), Ops.choice()));
    }

    final Draft choice(NodeDef second) {
        return new Draft("orElse").inputs(def, second).number(def.number).clock(Clock.MIXED);
    }

    @Override
    public <K> Node<V> dedupe(Function<? super V, ? extends K> key, Duration span, Codec<K> codec) {
        return draft.handle(draft.def(dedupe(span), Ops.dedupe(key, Times.span("the span of dedupe", span), codec)));
    }

    final Draft dedupe(Duration span) {
        return new Draft("dedupe")
                .parameters(span)
                .inputs(def)
                .number(def.number)
                .needsTime();
    }

    @Override
    public Node<V> rateLimit(int n, Duration span) {
        return draft.handle(draft.sharedDef(limit(n, span), Ops.rateLimit(n, Times.span("the span of a limit", span))));
    }

    final Draft limit(int n, Duration span) {
        return new Draft("rateLimit")
                .parameters(n + ", " + span)
                .inputs(def)
                .number(def.number)
                .needsTime();
    }

    @Override
    public <S, T> Node<T> through(Operator<S, ? super V, T> operator) {
        var custom = new Draft("operator")
                .parameters(operator.signature())
                .inputs(def)
                .object()
                .clock(Clock.MIXED)
                .timer(NodeDef.Timer.DROPPED_AT_END);
        return draft.node(custom, Ops.custom(operator));
    }
}
