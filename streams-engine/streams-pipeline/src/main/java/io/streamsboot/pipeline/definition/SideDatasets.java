package io.streamsboot.pipeline.definition;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the datasets that steps name: tables to look up, and topics for late rows. */
final class SideDatasets {

    private SideDatasets() {}

    static void check(
            PipelineDefinition.Subject subject,
            Stage stage,
            Map<String, Dataset> known,
            Set<String> written,
            List<Stage> stages) {
        List<KeyedStep> keyed = stage.steps().stream()
                .filter(KeyedStep.class::isInstance)
                .map(KeyedStep.class::cast)
                .toList();
        if (keyed.size() > 1) {
            throw subject.error(
                    Places.stage(stage.output()),
                    "the stage of '" + stage.output() + "' has two steps with state, "
                            + keyed.get(0).op() + " and " + keyed.get(1).op(),
                    "Make two stages of it, with a dataset without a topic between them.");
        }
        for (KeyedStep step : keyed) {
            if (step instanceof KeyedStep.StreamJoin && stage.inputs().size() != 2) {
                throw subject.error(
                        Places.stage(stage.output()),
                        "the streamJoin of the stage of '" + stage.output() + "' has "
                                + stage.inputs().size() + " inputs",
                        "Name two: the left and the right.");
            }
            String late = step.late();
            if (late != null) {
                topic(subject, stage, late, known, "for late rows");
                if (written.contains(late)) {
                    throw subject.error(
                            Places.stage(stage.output()),
                            "a stage writes the dataset '" + late + "' for late rows too",
                            "Use another.");
                }
            }
        }
        for (Step step : stage.steps()) {
            if (step instanceof Step.LookupJoin join) {
                topic(subject, stage, join.table(), known, "to look up in");
                if (stages.stream().anyMatch(other -> other.inputs().contains(join.table()))) {
                    throw subject.error(
                            Places.stage(stage.output()),
                            "a stage reads the dataset '" + join.table() + "', and another looks up in it",
                            "Read the topic in a pipeline of its own.");
                }
            }
        }
    }

    private static void topic(
            PipelineDefinition.Subject subject, Stage stage, String name, Map<String, Dataset> known, String what) {
        @Nullable Dataset dataset = known.get(name);
        if (dataset == null || dataset.topic() == null) {
            throw subject.error(
                    Places.stage(stage.output()),
                    "there is no dataset '" + name + "' with a topic " + what,
                    "Declare it under datasets, with a topic.");
        }
    }
}
