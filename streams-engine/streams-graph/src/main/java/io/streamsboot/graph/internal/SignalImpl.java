package io.streamsboot.graph.internal;

import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.internal.NodeDef.Draft;
import io.streamsboot.graph.internal.engine.BinaryOp;
import io.streamsboot.graph.internal.engine.Ops;
import io.streamsboot.graph.internal.engine.UnaryOp;
import io.streamsboot.graph.value.Crossing;
import io.streamsboot.graph.value.Glitch;
import io.streamsboot.graph.value.Pulse;
import io.streamsboot.graph.value.Runt;
import io.streamsboot.graph.value.Zone;
import java.time.Duration;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A handle of a node whose values are numbers. */
final class SignalImpl extends WindowedSignal {

    SignalImpl(GraphDraft draft, NodeDef def) {
        super(draft, def);
    }

    private Signal unary(String kind, UnaryOp.Function function) {
        return draft.shared(new Draft(kind).inputs(def), Ops.unary(function));
    }

    private Signal binary(String kind, Signal other, BinaryOp.Function function) {
        return draft.shared(new Draft(kind).inputs(def, draft.def(other)), Ops.binary(function));
    }

    @Override
    public Signal plus(Signal other) {
        return binary("plus", other, BinaryOp.Function.PLUS);
    }

    @Override
    public Signal plus(double number) {
        return plus(draft.constant(number));
    }

    @Override
    public Signal minus(Signal other) {
        return binary("minus", other, BinaryOp.Function.MINUS);
    }

    @Override
    public Signal minus(double number) {
        return minus(draft.constant(number));
    }

    @Override
    public Signal times(Signal other) {
        return binary("times", other, BinaryOp.Function.TIMES);
    }

    @Override
    public Signal times(double number) {
        return times(draft.constant(number));
    }

    @Override
    public Signal dividedBy(Signal other) {
        return binary("dividedBy", other, BinaryOp.Function.DIVIDE);
    }

    @Override
    public Signal dividedBy(double number) {
        return dividedBy(draft.constant(number));
    }

    @Override
    public Signal gt(Signal other) {
        return binary("gt", other, BinaryOp.Function.GREATER);
    }

    @Override
    public Signal gt(double number) {
        return gt(draft.constant(number));
    }

    @Override
    public Signal gte(Signal other) {
        return binary("gte", other, BinaryOp.Function.GREATER_OR_EQUAL);
    }

    @Override
    public Signal gte(double number) {
        return gte(draft.constant(number));
    }

    @Override
    public Signal lt(Signal other) {
        return binary("lt", other, BinaryOp.Function.LESS);
    }

    @Override
    public Signal lt(double number) {
        return lt(draft.constant(number));
    }

    @Override
    public Signal lte(Signal other) {
        return binary("lte", other, BinaryOp.Function.LESS_OR_EQUAL);
    }

    @Override
    public Signal lte(double number) {
        return lte(draft.constant(number));
    }

    @Override
    public Signal lesser(Signal other) {
        return binary("lesser", other, BinaryOp.Function.MIN);
    }

    @Override
    public Signal greater(Signal other) {
        return binary("greater", other, BinaryOp.Function.MAX);
    }

    @Override
    public Signal and(Signal other) {
        return binary("and", other, BinaryOp.Function.AND);
    }

    @Override
    public Signal or(Signal other) {
        return binary("or", other, BinaryOp.Function.OR);
    }

    @Override
    public Signal when(Signal condition) {
        return binary("when", condition, BinaryOp.Function.WHEN);
    }

    @Override
    public Signal pow(double exponent) {
        return binary("pow", draft.constant(exponent), BinaryOp.Function.POW);
    }

    @Override
    public Signal clamp(double low, double high) {
        if (!(low <= high)) {
            throw new GraphDefinitionException(
                    "the lower bound of clamp must not exceed the upper: " + low + ", " + high);
        }
        return greater(draft.constant(low)).lesser(draft.constant(high));
    }

    @Override
    public Signal negate() {
        return unary("negate", UnaryOp.Function.NEGATE);
    }

    @Override
    public Signal abs() {
        return unary("abs", UnaryOp.Function.ABS);
    }

    @Override
    public Signal sqrt() {
        return unary("sqrt", UnaryOp.Function.SQRT);
    }

    @Override
    public Signal ln() {
        return unary("ln", UnaryOp.Function.LN);
    }

    @Override
    public Signal log10() {
        return unary("log10", UnaryOp.Function.LOG10);
    }

    @Override
    public Signal log2() {
        return unary("log2", UnaryOp.Function.LOG2);
    }

    @Override
    public Signal exp() {
        return unary("exp", UnaryOp.Function.EXP);
    }

    @Override
    public Signal floor() {
        return unary("floor", UnaryOp.Function.FLOOR);
    }

    @Override
    public Signal ceil() {
        return unary("ceil", UnaryOp.Function.CEIL);
    }

    @Override
    public Signal round() {
        return unary("round", UnaryOp.Function.ROUND);
    }

    @Override
    public Signal sign() {
        return unary("sign", UnaryOp.Function.SIGN);
    }

    @Override
    public Signal not() {
        return unary("not", UnaryOp.Function.NOT);
    }

    @Override
    public Signal where(DoublePredicate predicate) {
        return draft.signal(new Draft("where").inputs(def), Ops.where(predicate));
    }

    @Override
    public Signal apply(DoubleUnaryOperator function) {
        return draft.signal(new Draft("apply").inputs(def), Ops.apply(function));
    }

    @Override
    public Signal zip(Signal other, DoubleBinaryOperator function) {
        return draft.signal(new Draft("zip").inputs(def, draft.def(other)), Ops.zip(function));
    }

    private Node<Crossing> cross(String kind, Signal level, double margin, @Nullable Crossing only) {
        var node = new Draft(kind)
                .parameters(margin == 0 ? "" : margin)
                .inputs(def, draft.def(level))
                .object();
        return draft.handle(draft.sharedDef(node, Ops.cross(margin, only)));
    }

    @Override
    public Node<Crossing> cross(Signal other) {
        return cross("cross", other, 0, null);
    }

    @Override
    public Node<Crossing> cross(double level) {
        return cross(draft.constant(level));
    }

    @Override
    public Node<Crossing> crossAbove(Signal other) {
        return cross("crossAbove", other, 0, Crossing.UP);
    }

    @Override
    public Node<Crossing> crossAbove(double level) {
        return crossAbove(draft.constant(level));
    }

    @Override
    public Node<Crossing> crossBelow(Signal other) {
        return cross("crossBelow", other, 0, Crossing.DOWN);
    }

    @Override
    public Node<Crossing> crossBelow(double level) {
        return crossBelow(draft.constant(level));
    }

    @Override
    public Node<Crossing> crossHysteresis(double level, double margin) {
        return cross("crossHysteresis", draft.constant(level), margin, null);
    }

    @Override
    public Node<Glitch> glitchFilter(double threshold, Duration min) {
        var node = new Draft("glitchFilter")
                .parameters(threshold + ", " + min)
                .inputs(def)
                .object()
                .needsTime();
        return draft.handle(draft.sharedDef(node, Ops.glitch(threshold, Times.span("the width of a pulse", min))));
    }

    @Override
    public Node<Runt> runtDetect(double low, double high) {
        var node = new Draft("runtDetect")
                .parameters(low + ", " + high)
                .inputs(def)
                .object();
        return draft.handle(draft.sharedDef(node, Ops.band(low, high, true)));
    }

    @Override
    public Node<Pulse> pulseWidth(double threshold, Duration min, Duration max) {
        var node = new Draft("pulseWidth")
                .parameters(threshold + ", " + min + ", " + max)
                .inputs(def)
                .object()
                .clock(Clock.MIXED)
                .timer(NodeDef.Timer.DROPPED_AT_END)
                .needsTime();
        String what = "the width of a pulse";
        return draft.handle(draft.sharedDef(node, Ops.pulse(threshold, Times.span(what, min), Times.span(what, max))));
    }

    @Override
    public Node<Zone> windowDetect(double low, double high) {
        var node = new Draft("windowDetect")
                .parameters(low + ", " + high)
                .inputs(def)
                .object();
        return draft.handle(draft.sharedDef(node, Ops.band(low, high, false)));
    }
}
