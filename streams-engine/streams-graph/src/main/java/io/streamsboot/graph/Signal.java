package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import java.time.Duration;
import java.util.function.Function;

/** A node whose values are numbers. They stay primitive from the record to the sink. */
public interface Signal extends Node<Double>, CompositeOperators, EventOperators {

    @Override
    Signal named(String name);

    /** The value of this signal, or where it has none that of another. */
    Signal orElse(Signal other);

    @Override
    <K> Signal dedupe(Function<? super Double, ? extends K> key, Duration span, Codec<K> codec);

    @Override
    Signal rateLimit(int n, Duration span);
}
