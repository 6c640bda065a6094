package io.streamsboot.graph.internal;

import io.streamsboot.graph.Estimator;
import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.Signal;
import io.streamsboot.graph.Window;
import io.streamsboot.graph.internal.NodeDef.Draft;
import io.streamsboot.graph.internal.engine.OpFactory;
import io.streamsboot.graph.internal.engine.Ops;
import io.streamsboot.graph.internal.engine.Windows;
import io.streamsboot.graph.operator.Codec;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;

/** The operators of a signal that look back: windows and state. */
abstract class WindowedSignal extends NodeImpl<Double> implements Signal {

    WindowedSignal(GraphDraft draft, NodeDef def) {
        super(draft, def);
    }

    @Override
    public Signal named(String name) {
        draft.name(def, name);
        return this;
    }

    @Override
    public Signal orElse(Signal other) {
        return draft.shared(choice(draft.def(other)), Ops.choice());
    }

    @Override
    public <K> Signal dedupe(Function<? super Double, ? extends K> key, Duration span, Codec<K> codec) {
        return draft.signal(dedupe(span), Ops.dedupe(key, Times.span("the span of dedupe", span), codec));
    }

    @Override
    public Signal rateLimit(int n, Duration span) {
        return draft.shared(limit(n, span), Ops.rateLimit(n, Times.span("the span of a limit", span)));
    }

    private Signal over(String kind, Window window, OpFactory factory, NodeDef... inputs) {
        return over(kind, window, window, factory, inputs);
    }

    private Signal over(String kind, Object parameters, Window window, OpFactory factory, NodeDef... inputs) {
        Draft node = new Draft(kind).parameters(parameters).inputs(inputs);
        if (window.closes()) {
            Clock.of(kind, List.of(inputs));
            node.clock(new Clock("when a window closes: " + window)).timer(NodeDef.Timer.FIRES_AT_END);
        }
        if (window.kind() != Window.Kind.COUNT) {
            node.needsTime();
        }
        return draft.shared(node, factory);
    }

    @Override
    public Signal sma(Window window) {
        return over("sma", window, Windows.sum(window, true), def);
    }

    @Override
    public Signal sum(Window window) {
        return over("sum", window, Windows.sum(window, false), def);
    }

    @Override
    public Signal count(Window window) {
        return over("count", window, Windows.size(window), def);
    }

    @Override
    public Signal min(Window window) {
        return over("min", window, Windows.extreme(window, false), def);
    }

    @Override
    public Signal max(Window window) {
        return over("max", window, Windows.extreme(window, true), def);
    }

    @Override
    public Signal wma(Window window) {
        return over("wma", window, Windows.weighted(window), def);
    }

    @Override
    public Signal variance(Window window) {
        return variance(window, Estimator.SAMPLE);
    }

    @Override
    public Signal variance(Window window, Estimator estimator) {
        return over("variance", window + ", " + estimator, window, Windows.variance(window, estimator), def);
    }

    @Override
    public Signal std(Window window) {
        return std(window, Estimator.SAMPLE);
    }

    @Override
    public Signal std(Window window, Estimator estimator) {
        return over("std", window + ", " + estimator, window, Windows.deviation(window, estimator), def);
    }

    @Override
    public Signal skewness(Window window) {
        return skewness(window, Estimator.SAMPLE);
    }

    @Override
    public Signal skewness(Window window, Estimator estimator) {
        return over("skewness", window + ", " + estimator, window, Windows.skewness(window, estimator), def);
    }

    @Override
    public Signal kurtosis(Window window) {
        return kurtosis(window, Estimator.SAMPLE);
    }

    @Override
    public Signal kurtosis(Window window, Estimator estimator) {
        return over("kurtosis", window + ", " + estimator, window, Windows.kurtosis(window, estimator), def);
    }

    @Override
    public Signal median(Window window) {
        return quantile(0.5, window);
    }

    @Override
    public Signal quantile(double q, Window window) {
        return over("quantile", q + ", " + window, window, Windows.quantile(window, q), def);
    }

    @Override
    public Signal rank(Window window) {
        return over("rank", window, Windows.rank(window), def);
    }

    @Override
    public Signal rsi(Window window) {
        return over("rsi", window, Windows.strength(window), draft.def(delta()));
    }

    @Override
    public Signal correlation(Signal other, Window window) {
        return over("correlation", window, Windows.correlation(window), def, draft.def(other));
    }

    @Override
    public Signal covariance(Signal other, Window window) {
        return covariance(other, window, Estimator.SAMPLE);
    }

    @Override
    public Signal covariance(Signal other, Window window, Estimator estimator) {
        return over(
                "covariance",
                window + ", " + estimator,
                window,
                Windows.covariance(window, estimator),
                def,
                draft.def(other));
    }

    @Override
    public Signal ema(int n) {
        return draft.shared(new Draft("ema").parameters(n).inputs(def), Ops.ema(n));
    }

    @Override
    public Signal ema(Duration halfLife) {
        return draft.shared(
                new Draft("ema").parameters(halfLife).inputs(def).needsTime(),
                Ops.ema(Times.span("a half life", halfLife)));
    }

    @Override
    public Signal rsiWilder(int n) {
        return draft.shared(new Draft("rsiWilder").parameters(n).inputs(draft.def(delta())), Ops.wilder(n));
    }

    @Override
    public <K> Signal prevBy(Node<K> key, Codec<K> codec) {
        NodeDef by = draft.def(key);
        Draft node = new Draft("prevBy").inputs(by, def);
        if (by.number && def.number && by == def) {
            throw new GraphDefinitionException("the key of prevBy is the signal itself, " + def.label()
                    + ": the number before of the same number is that number");
        }
        return draft.signal(node, Ops.previousByKey(codec));
    }

    @Override
    public Signal lag(int n) {
        return draft.shared(new Draft("lag").parameters(n).inputs(def), Ops.lag(n));
    }

    @Override
    public Signal lag(Duration span) {
        return draft.shared(
                new Draft("lag").parameters(span).inputs(def).needsTime(), Ops.lag(Times.span("a lag", span)));
    }

    @Override
    public Signal delta(int n) {
        return minus(lag(n));
    }

    @Override
    public Signal delta(Duration span) {
        return minus(lag(span));
    }

    @Override
    public Signal rate() {
        return draft.shared(new Draft("rate").inputs(def).needsTime(), Ops.rate());
    }

    @Override
    public Signal rate(Duration span) {
        return draft.shared(
                new Draft("rate").parameters(span).inputs(def).needsTime(),
                Ops.rate(Times.span("the span of a rate", span)));
    }

    @Override
    public Signal cumsum() {
        return draft.shared(new Draft("cumsum").inputs(def), Ops.cumulativeSum());
    }

    @Override
    public Signal cummin() {
        return draft.shared(new Draft("cummin").inputs(def), Ops.cumulativeExtreme(false));
    }

    @Override
    public Signal cummax() {
        return draft.shared(new Draft("cummax").inputs(def), Ops.cumulativeExtreme(true));
    }

    @Override
    public Signal cumprod() {
        return draft.shared(new Draft("cumprod").inputs(def), Ops.cumulativeProduct());
    }

    @Override
    public Signal pctChange() {
        return delta().dividedBy(prev());
    }

    @Override
    public Signal logReturn() {
        return dividedBy(prev()).ln();
    }

    @Override
    public Signal hold() {
        return draft.shared(new Draft("hold").inputs(def).clock(Clock.ANY), Ops.hold());
    }

    @Override
    public Signal scan(String signature, double initial, DoubleBinaryOperator function) {
        return draft.signal(
                new Draft("scan").parameters(signature + ", " + initial).inputs(def), Ops.scan(initial, function));
    }
}
