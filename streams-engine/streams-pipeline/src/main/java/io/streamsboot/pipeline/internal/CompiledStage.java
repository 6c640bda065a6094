package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.program.internal.Programs;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A stage with its parts.
 *
 * @param stage the stage
 * @param before parts that look at one row alone, up to the step with state
 * @param keyed the step with state, if there is one
 * @param after parts behind it
 * @param counters what it has done
 */
public record CompiledStage(
        Stage stage, List<Part> before, @Nullable KeyedStep keyed, List<Part> after, StageCounters counters) {

    public CompiledStage {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Compiles all stages; a stage comes behind those that write its inputs. */
    public static List<CompiledStage> compile(
            PipelineDefinition definition, ExpressionCompiler expressions, Programs programs) {
        List<Stage> waiting = new ArrayList<>(definition.stages());
        Set<String> pending = waiting.stream().map(Stage::output).collect(Collectors.toCollection(HashSet::new));
        List<CompiledStage> ordered = new ArrayList<>();
        while (!waiting.isEmpty()) {
            Stage next = waiting.stream()
                    .filter(stage -> stage.inputs().stream().noneMatch(pending::contains))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("a cycle was not noticed"));
            waiting.remove(next);
            pending.remove(next.output());
            ordered.add(StagePlanner.plan(definition, next, expressions, programs));
        }
        return ordered;
    }

    /** The dataset that it writes. */
    public String output() {
        return stage.output();
    }

    /** A runner for the rows of an input without a step with state. */
    StageRunner runner(BadData onBadData) {
        return new StageRunner(before, onBadData, new StageRunner.Count(counters, true, true), RowCheck.NONE);
    }

    /** A runner for the rows of an input of the step with state, which finds their keys too. */
    StageRunner runner(BadData onBadData, RowKeys keys) {
        return new StageRunner(before, onBadData, new StageRunner.Count(counters, true, false), keys);
    }

    /** A runner for the rows that come of the step with state. */
    StageRunner afterRunner(BadData onBadData) {
        return new StageRunner(after, onBadData, new StageRunner.Count(counters, false, true), RowCheck.NONE);
    }

    /** The tables that it looks into. */
    List<String> tables() {
        List<Part> all = new ArrayList<>(before);
        all.addAll(after);
        return all.stream()
                .filter(Part.Lookup.class::isInstance)
                .map(part -> ((Part.Lookup) part).table())
                .distinct()
                .toList();
    }
}
