package io.streamsboot.graph.internal;

import io.streamsboot.graph.KeyedRun;
import io.streamsboot.graph.KeyedRunner;
import io.streamsboot.graph.KeyedSink;
import io.streamsboot.graph.Runner;
import io.streamsboot.graph.StateMigration;
import io.streamsboot.graph.internal.engine.Program;
import io.streamsboot.graph.operator.Codec;
import io.streamsboot.graph.value.Keyed;
import io.streamsboot.graph.value.Late;
import io.streamsboot.graph.value.Result;
import io.streamsboot.graph.value.WithRecord;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a graph per key. */
final class KeyedRunnerImpl<K, R, V> extends BaseRunner<R, Keyed<K, V>> implements KeyedRunner<K, R, V> {

    private final Program<R> program;
    private final @Nullable StateMigration migration;
    private final KeyedConfig<K, R> config;

    KeyedRunnerImpl(Program<R> program, @Nullable StateMigration migration, KeyedConfig<K, R> config) {
        super(out -> KeyedRunnerImpl.<K, R, V>open(program, migration, config, (key, step) -> {
            if (step.isPresent()) {
                out.accept(new Keyed<>(key, step.timestamp(), step.value()));
            }
        }));
        this.program = program;
        this.migration = migration;
        this.config = config;
    }

    private static <K, R, V> KeyedRun<K, R> open(
            Program<R> program, @Nullable StateMigration migration, KeyedConfig<K, R> config, KeyedSink<K, R, V> sink) {
        return new KeyedRunImpl<>(new Feeder<R, V>(program, config.outOfOrder(), migration), config, sink);
    }

    @Override
    public Runner<R, Keyed<K, WithRecord<R, V>>> with() {
        return new BaseRunner<>(out -> start((key, step) -> {
            if (step.isPresent()) {
                out.accept(new Keyed<>(key, step.timestamp(), GraphImpl.withRecord(step)));
            }
        }));
    }

    @Override
    public Runner<R, Keyed<K, Result<V>>> results() {
        return new BaseRunner<>(
                out -> start((key, step) -> out.accept(new Keyed<>(key, step.timestamp(), GraphImpl.result(step)))));
    }

    @Override
    public KeyedRunner<K, R, V> late(Consumer<? super Late<K, R>> late) {
        return new KeyedRunnerImpl<>(
                program,
                migration,
                new KeyedConfig<>(config.key(), config.outOfOrder(), late, config.keys(), config.records()));
    }

    @Override
    public KeyedRunner<K, R, V> codecs(Codec<K> keys, Codec<R> records) {
        return new KeyedRunnerImpl<>(
                program, migration, new KeyedConfig<>(config.key(), config.outOfOrder(), config.late(), keys, records));
    }

    @Override
    public KeyedRun<K, R> start(KeyedSink<K, R, V> sink) {
        return open(program, migration, config, sink);
    }
}
