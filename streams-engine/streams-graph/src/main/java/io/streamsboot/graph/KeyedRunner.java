package io.streamsboot.graph;

import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.value.Keyed;
import io.streamsboot.graph.value.Late;
import io.streamsboot.graph.value.Result;
import io.streamsboot.graph.value.WithRecord;
import java.util.function.Consumer;

/** Runs a graph with separate state and time for every key. Immutable and thread-safe. */
public interface KeyedRunner<K, R, V> extends Runner<R, Keyed<K, V>> {

    /** The same, giving the record beside each value. */
    Runner<R, Keyed<K, WithRecord<R, V>>> with();

    /** The same, giving every step with its value or the reason for none. */
    Runner<R, Keyed<K, Result<V>>> results();

    /** The same, telling {@code late} of every record that is left out, in the run's thread. */
    KeyedRunner<K, R, V> late(Consumer<? super Late<K, R>> late);

    /** The same, able to save its state: with a codec of keys, and one of records, which a buffer may hold. */
    KeyedRunner<K, R, V> codecs(Codec<K> keys, Codec<R> records);

    /** Starts a run to be stepped by hand. */
    KeyedRun<K, R> start(KeyedSink<K, R, V> sink);
}
