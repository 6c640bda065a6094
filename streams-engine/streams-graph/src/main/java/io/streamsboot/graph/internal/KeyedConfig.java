package io.streamsboot.graph.internal;

import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.value.Late;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a keyed run is made.
 *
 * @param key key of a record
 * @param outOfOrder what to do with late records
 * @param late told of late records, or null
 * @param keys codec of keys, or null
 * @param records codec of records, or null
 */
record KeyedConfig<K, R>(
        Function<? super R, ? extends K> key,
        OutOfOrder outOfOrder,
        @Nullable Consumer<? super Late<K, R>> late,
        @Nullable Codec<K> keys,
        @Nullable Codec<R> records) {}
