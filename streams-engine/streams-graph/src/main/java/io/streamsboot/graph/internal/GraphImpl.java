package io.streamsboot.graph.internal;

import io.streamsboot.graph.Graph;
import io.streamsboot.graph.GraphBuilder;
import io.streamsboot.graph.GraphDefinitionException;
import io.streamsboot.graph.KeyedRunner;
import io.streamsboot.graph.Node;
import io.streamsboot.graph.OutOfOrder;
import io.streamsboot.graph.Run;
import io.streamsboot.graph.Runner;
import io.streamsboot.graph.Sink;
import io.streamsboot.graph.StateMigration;
import io.streamsboot.graph.Step;
import io.streamsboot.graph.internal.engine.Program;
import io.streamsboot.graph.value.Result;
import io.streamsboot.graph.value.WithRecord;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A compiled graph. */
public final class GraphImpl<R, V> extends BaseRunner<R, V> implements Graph<R, V> {

    private final Program<R> program;
    private final String record;
    private final @Nullable StateMigration migration;

    private GraphImpl(Program<R> program, String record, @Nullable StateMigration migration) {
        super(out -> open(program, migration, (Step<R, V> step) -> value(step, out)));
        this.program = program;
        this.record = record;
        this.migration = migration;
    }

    /** Defines and compiles. */
    public static <R, V> Graph<R, V> define(
            Class<R> type, Function<? super GraphBuilder<R>, ? extends Node<V>> definition) {
        var builder = new BuilderImpl<R>();
        NodeDef output = builder.draft.def(Objects.requireNonNull(
                definition.apply(builder), "the definition of a graph returns null, not a node"));
        builder.draft.close();
        return new GraphImpl<>(Compiler.compile(builder, output), type.getSimpleName(), null);
    }

    private static <R, V> Run<R> open(Program<R> program, @Nullable StateMigration migration, Sink<R, V> sink) {
        return new RunImpl<R, V>(new Feeder<>(program, OutOfOrder.error(), migration), sink);
    }

    static <R, V> void value(Step<R, V> step, Consumer<? super V> out) {
        if (step.isPresent()) {
            out.accept(step.value());
        }
    }

    static <R, V> WithRecord<R, V> withRecord(Step<R, V> step) {
        return new WithRecord<>(step.record(), step.value());
    }

    static <R, V> Result<V> result(Step<R, V> step) {
        return new Result<>(step.timestamp(), step.isPresent() ? step.value() : null, step.reason());
    }

    @Override
    public Run<R> start(Sink<R, V> sink) {
        return open(program, migration, sink);
    }

    @Override
    public Runner<R, WithRecord<R, V>> with() {
        return new BaseRunner<>(out -> open(program, migration, (Step<R, V> step) -> {
            if (step.isPresent()) {
                out.accept(withRecord(step));
            }
        }));
    }

    @Override
    public Runner<R, Result<V>> results() {
        return new BaseRunner<>(out -> open(program, migration, (Step<R, V> step) -> out.accept(result(step))));
    }

    @Override
    public <K> KeyedRunner<K, R, V> keyed(Function<? super R, ? extends K> key, OutOfOrder outOfOrder) {
        checkOrder(outOfOrder);
        return new KeyedRunnerImpl<>(program, migration, new KeyedConfig<K, R>(key, outOfOrder, null, null, null));
    }

    /** What gives records to the states of keys that the caller keeps. */
    public Feeder<R, V> feeder(OutOfOrder outOfOrder) {
        checkOrder(outOfOrder);
        return new Feeder<>(program, outOfOrder, migration);
    }

    /** Whether records have times. */
    public boolean timed() {
        return program.timed();
    }

    private void checkOrder(OutOfOrder outOfOrder) {
        if (!program.timed() && outOfOrder.policy() != OutOfOrder.Policy.ERROR) {
            throw new GraphDefinitionException("a graph without timestamps has no order, so " + outOfOrder.policy()
                    + " means nothing; call timestamp in its definition, or use OutOfOrder.error()");
        }
    }

    @Override
    public void forEach(Iterable<? extends R> records, Sink<R, V> sink) {
        Run<R> run = start(sink);
        for (R each : records) {
            run.accept(each);
        }
        run.finish();
    }

    @Override
    public Graph<R, V> migratedBy(StateMigration how) {
        return new GraphImpl<>(program, record, how);
    }

    @Override
    public String fingerprint() {
        return program.fingerprint();
    }

    @Override
    public String toText() {
        return Pictures.text(program, record);
    }

    @Override
    public String toMermaid() {
        return Pictures.mermaid(program, record);
    }

    @Override
    public String toString() {
        return "Graph[" + record + ", " + program.fingerprint() + "]";
    }
}
