package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.definition.Aggregation;
import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.internal.aggregate.Aggregator;
import io.streamsboot.pipeline.internal.operator.Joining;
import io.streamsboot.pipeline.program.internal.Programs;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Divides the steps of a stage into parts: programs, looks into tables, and the step with state. */
final class StagePlanner {

    private final PipelineDefinition definition;
    private final Stage stage;
    private final ExpressionCompiler expressions;
    private final Programs programs;
    private final List<Step.Inline> waiting = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();
    private @Nullable Set<String> known;
    private int number;

    private StagePlanner(
            PipelineDefinition definition, Stage stage, ExpressionCompiler expressions, Programs programs) {
        this.definition = definition;
        this.stage = stage;
        this.expressions = expressions;
        this.programs = programs;
    }

    static CompiledStage plan(
            PipelineDefinition definition, Stage stage, ExpressionCompiler expressions, Programs programs) {
        return new StagePlanner(definition, stage, expressions, programs).plan();
    }

    private CompiledStage plan() {
        KeyedStep keyed = null;
        List<Part> before = List.of();
        for (Step step : stage.steps()) {
            number++;
            if (step instanceof Step.LookupJoin join) {
                lookup(join);
            } else if (step instanceof Step.Compute compute) {
                compute(compute);
            } else if (step instanceof Step.Inline inline) {
                waiting.add(inline);
            } else if (step instanceof KeyedStep state) {
                keyed = state;
                before = before(state);
            }
        }
        if (!waiting.isEmpty() || (keyed == null && parts.isEmpty())) {
            program(number);
        }
        List<Part> rest = List.copyOf(parts);
        return new CompiledStage(
                stage, keyed == null ? rest : before, keyed, keyed == null ? List.of() : rest, new StageCounters());
    }

    private StageProgram compile(int upTo) {
        StageCompiler.Place place = new StageCompiler.Place(definition, stage.output(), upTo - waiting.size());
        return StageCompiler.compile(place, waiting, known, expressions);
    }

    private void program(int upTo) {
        StageProgram program = compile(upTo);
        parts.add(new Part.Steps(program));
        known = program.known();
        waiting.clear();
    }

    private void lookup(Step.LookupJoin join) {
        if (!waiting.isEmpty()) {
            program(number - 1);
        }
        require(join, List.of(join.on()));
        Joining joining = new Joining(join.table() + "_", join.columns(), join.rightRename(), Set.of());
        parts.add(new Part.Lookup(join.table(), join.on(), joining));
        if (known != null && !join.columns().isEmpty()) {
            Set<String> more = new LinkedHashSet<>(known);
            for (String column : join.columns()) {
                String name = join.rightRename().getOrDefault(column, column);
                more.add(known.contains(name) ? join.table() + "_" + name : name);
            }
            known = more;
        } else {
            known = null;
        }
    }

    /** A program is handed what a program of steps has read, so that it is a row. */
    private void compute(Step.Compute step) {
        if (!waiting.isEmpty() || parts.isEmpty()) {
            program(number - 1);
        }
        StageCompiler.Place place = place();
        String label = place.label(number, step.op());
        try {
            parts.add(new Part.Program(step.op() + " " + step.ref(), programs.find(step, label)));
        } catch (PipelineException e) {
            throw place.error(number, step.op(), e.description(), e.action(), e);
        }
        known = null;
    }

    private List<Part> before(KeyedStep step) {
        Set<String> columns = new LinkedHashSet<>(step.keys());
        boolean narrow = step.late() == null;
        if (step instanceof KeyedStep.WindowedAggregate window) {
            columns.addAll(Aggregator.columns(window.aggs()));
            unique(step, window.groupBy(), window.aggs());
        } else if (step instanceof KeyedStep.SessionAggregate session) {
            columns.addAll(Aggregator.columns(session.aggs()));
            unique(step, session.groupBy(), session.aggs());
        } else {
            narrow = false;
            if (step instanceof KeyedStep.TopN top) {
                columns.add(top.orderBy());
            } else if (step instanceof KeyedStep.StreamJoin join) {
                columns.addAll(join.rightKeys());
            }
        }
        boolean own = !waiting.isEmpty() || parts.isEmpty();
        if (!narrow) {
            if (own) {
                program(number - 1);
            }
            require(step, List.copyOf(columns));
        } else {
            narrow(step, own, List.copyOf(columns));
        }
        known = columnsOf(step);
        List<Part> before = List.copyOf(parts);
        parts.clear();
        return before;
    }

    /** Of the rows only some columns leave: the program before says so itself, so that no row is written and read once more. */
    private void narrow(KeyedStep step, boolean own, List<String> columns) {
        if (own) {
            known = compile(number - 1).known();
        }
        require(step, columns);
        waiting.add(new Step.Select(columns));
        try {
            program(number);
        } catch (PipelineException e) {
            throw error(
                    step,
                    "it needs " + String.join(", ", columns) + ", and an earlier step took one of them away.",
                    "Keep it, or name another column.");
        }
    }

    private @Nullable Set<String> columnsOf(KeyedStep step) {
        if (step instanceof KeyedStep.Dedupe) {
            return known;
        } else if (step instanceof KeyedStep.StreamJoin) {
            return null;
        }
        Set<String> columns = new LinkedHashSet<>(step.keys());
        if (step instanceof KeyedStep.TopN top) {
            columns.add(top.as());
        } else if (step instanceof KeyedStep.LastN last) {
            columns.add(last.as());
        } else {
            columns.add("windowStart");
            columns.add("windowEnd");
            aggs(step).forEach(agg -> columns.add(agg.alias()));
        }
        return columns;
    }

    private static List<Aggregation> aggs(KeyedStep step) {
        if (step instanceof KeyedStep.WindowedAggregate window) {
            return window.aggs();
        }
        return step instanceof KeyedStep.SessionAggregate session ? session.aggs() : List.of();
    }

    private void unique(KeyedStep step, List<String> groupBy, List<Aggregation> aggs) {
        Set<String> names = new LinkedHashSet<>(List.of("windowStart", "windowEnd"));
        for (String column : groupBy) {
            if (!names.add(column)) {
                throw error(step, "two columns of the result are called '" + column + "'.", "Rename one of them.");
            }
        }
        for (Aggregation agg : aggs) {
            if (!names.add(agg.alias())) {
                throw error(step, "two columns of the result are called '" + agg.alias() + "'.", "Use another alias.");
            }
        }
    }

    private void require(Step step, List<String> columns) {
        Set<String> there = known;
        for (String column : columns) {
            if (there != null && !there.contains(column)) {
                throw error(
                        step,
                        "there is no column '" + column + "' here.",
                        "There is: " + String.join(", ", there) + ".");
            }
        }
    }

    private StageCompiler.Place place() {
        return new StageCompiler.Place(definition, stage.output(), 0);
    }

    private PipelineException error(Step step, String problem, String action) {
        return place().error(number, step.op(), problem, action, null);
    }
}
