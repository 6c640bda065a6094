package io.streamsboot.pipeline.definition;

import io.streamsboot.pipeline.definition.internal.DefinitionReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A pipeline. Its shape is checked when it is made: names, datasets that exist, no cycle, one stage for each output.
 *
 * @param name name of the pipeline, as part of the names of its nodes
 * @param datasets the datasets
 * @param stages the stages; their order does not matter
 * @param settings version, and what happens when nothing comes
 */
public record PipelineDefinition(String name, List<Dataset> datasets, List<Stage> stages, PipelineSettings settings) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private static final int MAX_PARTS = 1_000;

    /**
     * A pipeline with the default settings.
     *
     * @param name name of the pipeline
     * @param datasets the datasets
     * @param stages the stages
     */
    public PipelineDefinition(String name, List<Dataset> datasets, List<Stage> stages) {
        this(name, datasets, stages, PipelineSettings.DEFAULT);
    }

    public PipelineDefinition {
        datasets = List.copyOf(datasets);
        stages = List.copyOf(stages);
        checkName("pipeline", name);
        checkSize(name, datasets, stages);
        Map<String, Dataset> known = new LinkedHashMap<>();
        for (Dataset dataset : datasets) {
            checkName("dataset", dataset.name());
            if (known.put(dataset.name(), dataset) != null) {
                throw error(name, "dataset '" + dataset.name() + "' is there twice", "Rename one of the two.");
            }
        }
        if (stages.isEmpty()) {
            throw error(name, "it has no stages", "Add a stage with inputs, output and steps.");
        }
        Map<String, Stage> writers = new LinkedHashMap<>();
        for (Stage stage : stages) {
            checkStage(name, stage, known);
            if (writers.put(stage.output(), stage) != null) {
                throw error(
                        name,
                        "two stages write the dataset '" + stage.output() + "'",
                        "Let each write a dataset of its own, and merge them as inputs of a third.");
            }
        }
        for (Stage stage : stages) {
            SideDatasets.check(name, stage, known, writers.keySet(), stages);
            checkInputs(name, stage, known, writers);
        }
        checkCircle(name, stages);
    }

    /**
     * Reads a definition.
     *
     * @param source where it comes from, for messages: the name of a file; text is read as TOML if this ends in {@code .toml}
     * @param text YAML, JSON or TOML
     * @return the definition
     * @throws PipelineException if it is not well-formed; the message names source and line
     */
    public static PipelineDefinition read(String source, String text) {
        return DefinitionReader.read(source, text);
    }

    /**
     * A dataset.
     *
     * @param dataset its name
     * @return the dataset
     * @throws IllegalArgumentException if there is none of that name
     */
    public Dataset dataset(String dataset) {
        return datasets.stream()
                .filter(candidate -> candidate.name().equals(dataset))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("pipeline '" + name + "' has no dataset '" + dataset + "'"));
    }

    /**
     * This pipeline with its datasets in other places.
     *
     * @param others datasets of the same names
     * @return a copy
     */
    public PipelineDefinition withDatasets(List<Dataset> others) {
        return new PipelineDefinition(name, others, stages, settings);
    }

    /**
     * This pipeline with other settings.
     *
     * @param others what is said of the pipeline as a whole
     * @return a copy
     */
    public PipelineDefinition withSettings(PipelineSettings others) {
        return new PipelineDefinition(name, datasets, stages, others);
    }

    private static void checkName(String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new PipelineException(
                    "The name of a " + what + " is '" + name + "'.",
                    "Use letters, digits, '.', '_' and '-', at most 100 of them, and begin with a letter or a digit.",
                    null);
        }
    }

    private static void checkStage(String pipeline, Stage stage, Map<String, Dataset> known) {
        if (stage.inputs().isEmpty()) {
            throw error(pipeline, "the stage of '" + stage.output() + "' has no inputs", "Name a dataset to read.");
        }
        List<String> all = new ArrayList<>(stage.inputs());
        all.add(stage.output());
        for (String dataset : all) {
            if (!known.containsKey(dataset)) {
                throw error(
                        pipeline,
                        "there is no dataset '" + dataset + "'",
                        "Declare it under datasets; there is: " + String.join(", ", known.keySet()) + ".");
            }
        }
        if (Set.copyOf(new HashSet<>(stage.inputs())).size() < stage.inputs().size()) {
            throw error(pipeline, "the stage of '" + stage.output() + "' reads a dataset twice", "Name it once.");
        }
    }

    private static void checkInputs(
            String pipeline, Stage stage, Map<String, Dataset> known, Map<String, Stage> writers) {
        for (String input : stage.inputs()) {
            Dataset dataset = known.get(input);
            if (dataset != null && dataset.topic() == null && !writers.containsKey(input)) {
                throw error(
                        pipeline,
                        "nothing fills the dataset '" + input + "'",
                        "Give it a topic, or make it the output of a stage.");
            }
        }
    }

    private static void checkCircle(String pipeline, List<Stage> stages) {
        List<String> circle = StageOrder.circle(stages);
        if (circle != null) {
            List<String> shown = circle.size() > 10 ? circle.subList(0, 10) : circle;
            throw error(
                    pipeline,
                    "the stages run in a circle: " + String.join(" <- ", shown) + " <- "
                            + (shown.size() < circle.size() ? "… <- " : "") + circle.get(0),
                    "Let one of them read another dataset.");
        }
    }

    private static void checkSize(String pipeline, List<Dataset> datasets, List<Stage> stages) {
        int steps = stages.stream().mapToInt(stage -> stage.steps().size()).sum();
        int inputs = stages.stream().mapToInt(stage -> stage.inputs().size()).sum();
        for (int size : new int[] {datasets.size(), stages.size(), steps, inputs}) {
            if (size > MAX_PARTS) {
                throw error(
                        pipeline,
                        "it has " + datasets.size() + " datasets and " + stages.size() + " stages with " + inputs
                                + " inputs and " + steps + " steps",
                        "Split it: none of these may be more than " + MAX_PARTS + ".");
            }
        }
    }

    static PipelineException error(String pipeline, String problem, String action) {
        return new PipelineException("Pipeline '" + pipeline + "': " + problem + ".", action, null);
    }
}
