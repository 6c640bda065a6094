package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.EventTime;
import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells a plan. */
public final class PlanText {

    private final PipelineDefinition definition;
    private final Plan plan;
    private final StringBuilder out = new StringBuilder();

    private PlanText(Plan plan) {
        this.plan = plan;
        this.definition = plan.definition();
    }

    /** The plan as text of several lines. */
    public static String of(Plan plan) {
        PlanText text = new PlanText(plan);
        text.out.append("pipeline ").append(plan.definition().name()).append('\n');
        plan.stages().forEach(text::stage);
        return text.out.toString();
    }

    private void stage(CompiledStage stage) {
        line("  stage of " + stage.output());
        for (String input : stage.stage().inputs()) {
            Dataset dataset = definition.dataset(input);
            EventTime time = dataset.time();
            line("    reads " + shown(dataset) + ", bad data: "
                    + dataset.onBadData().label()
                    + (time == null || !plan.isTimed(input) ? "" : ", time: " + time.column()));
        }
        List<Step> steps = stage.stage().steps();
        KeyedStep keyed = stage.keyed();
        if (keyed == null) {
            line("    one processor: " + ops(steps));
            rows(stage.before());
        } else {
            int at = steps.indexOf(keyed);
            line("    one processor: " + ops(steps.subList(0, at)));
            rows(stage.before());
            line("    repartitions by " + list(keyed.keys()) + " through " + Plan.repartition(stage));
            line("    watermark of " + String.join(", ", plan.feeds(stage)));
            line("    one processor with the store " + PipelineTopology.store(stage) + ": " + keyed.op());
            if (!stage.after().isEmpty()) {
                line("    one processor: " + ops(steps.subList(at + 1, steps.size())));
                rows(stage.after());
            }
            if (keyed.late() != null) {
                line("    writes late rows to " + shown(definition.dataset(keyed.late())));
            }
        }
        line("    writes " + shown(definition.dataset(stage.output())));
    }

    private void rows(List<Part> parts) {
        Set<String> read = new LinkedHashSet<>();
        StageProgram.Shape shape = null;
        List<String> tables = new ArrayList<>();
        List<String> programs = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Steps steps) {
                shape = steps.program().shape();
                read.addAll(shape.read());
            } else if (part instanceof Part.Lookup lookup) {
                shape = null;
                tables.add(lookup.table() + " by " + lookup.on());
            } else if (part instanceof Part.Program program) {
                shape = null;
                programs.add(program.ref());
            }
        }
        if (!tables.isEmpty()) {
            line("    looks up in " + String.join(", ", tables));
        }
        if (!programs.isEmpty()) {
            line("    asks " + String.join(", ", programs) + ", one program for each task");
        }
        line("    expressions read: " + list(List.copyOf(read)));
        if (shape != null) {
            line("    rows have: "
                    + (shape.same() ? "what came, byte for byte" : list(shape.columns()))
                    + (!shape.same() && shape.others() ? ", and what came beside them" : ""));
        }
    }

    private static String ops(List<Step> steps) {
        return steps.isEmpty() ? "no steps" : steps.stream().map(Step::op).collect(Collectors.joining(", "));
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "nothing" : String.join(", ", names);
    }

    private static String shown(Dataset dataset) {
        return dataset.name() + (dataset.topic() == null ? " (fused)" : " (topic " + dataset.topic() + ")");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
