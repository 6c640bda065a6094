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
 * @param places where it is written
 */
public record PipelineDefinition(
        String name, List<Dataset> datasets, List<Stage> stages, PipelineSettings settings, Places places) {

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

    /**
     * A pipeline that is written nowhere.
     *
     * @param name name of the pipeline
     * @param datasets the datasets
     * @param stages the stages
     * @param settings version, and what happens when nothing comes
     */
    public PipelineDefinition(String name, List<Dataset> datasets, List<Stage> stages, PipelineSettings settings) {
        this(name, datasets, stages, settings, Places.NONE);
    }

    public PipelineDefinition {
        datasets = List.copyOf(datasets);
        stages = List.copyOf(stages);
        Subject subject = new Subject(name, places);
        checkName(places.before(""), "pipeline", name);
        checkSize(subject, datasets, stages);
        Map<String, Dataset> known = new LinkedHashMap<>();
        for (Dataset dataset : datasets) {
            checkName(places.before(Places.dataset(dataset.name())), "dataset", dataset.name());
            if (known.put(dataset.name(), dataset) != null) {
                throw subject.error(
                        Places.dataset(dataset.name()),
                        "dataset '" + dataset.name() + "' is there twice",
                        "Rename one of the two.");
            }
        }
        if (stages.isEmpty()) {
            throw subject.error("", "it has no stages", "Add a stage with inputs, output and steps.");
        }
        Map<String, Stage> writers = new LinkedHashMap<>();
        for (Stage stage : stages) {
            checkStage(subject, stage, known);
            if (writers.put(stage.output(), stage) != null) {
                throw subject.error(
                        Places.stage(stage.output()),
                        "two stages write the dataset '" + stage.output() + "'",
                        "Let each write a dataset of its own, and merge them as inputs of a third.");
            }
        }
        for (Stage stage : stages) {
            SideDatasets.check(subject, stage, known, writers.keySet(), stages);
            checkInputs(subject, stage, known, writers);
        }
        checkCircle(subject, stages);
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
        return new PipelineDefinition(name, others, stages, settings, places);
    }

    /**
     * This pipeline with other settings.
     *
     * @param others what is said of the pipeline as a whole
     * @return a copy
     */
    public PipelineDefinition withSettings(PipelineSettings others) {
        return new PipelineDefinition(name, datasets, stages, others, places);
    }

    private static void checkName(String where, String what, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new PipelineException(
                    where + "The name of a " + what + " is '" + name + "'.",
                    "Use letters, digits, '.', '_' and '-', at most 100 of them, and begin with a letter or a digit.",
                    null);
        }
    }

    private static void checkStage(Subject subject, Stage stage, Map<String, Dataset> known) {
        if (stage.inputs().isEmpty()) {
            throw subject.error(
                    Places.stage(stage.output()),
                    "the stage of '" + stage.output() + "' has no inputs",
                    "Name a dataset to read.");
        }
        List<String> all = new ArrayList<>(stage.inputs());
        all.add(stage.output());
        for (String dataset : all) {
            if (!known.containsKey(dataset)) {
                throw subject.error(
                        Places.stage(stage.output()),
                        "there is no dataset '" + dataset + "'",
                        "Declare it under datasets; there is: " + String.join(", ", known.keySet()) + ".");
            }
        }
        if (Set.copyOf(new HashSet<>(stage.inputs())).size() < stage.inputs().size()) {
            throw subject.error(
                    Places.stage(stage.output()),
                    "the stage of '" + stage.output() + "' reads a dataset twice",
                    "Name it once.");
        }
    }

    private static void checkInputs(
            Subject subject, Stage stage, Map<String, Dataset> known, Map<String, Stage> writers) {
        for (String input : stage.inputs()) {
            Dataset dataset = known.get(input);
            if (dataset != null && dataset.topic() == null && !writers.containsKey(input)) {
                throw subject.error(
                        Places.stage(stage.output()),
                        "nothing fills the dataset '" + input + "'",
                        "Give it a topic, or make it the output of a stage.");
            }
        }
    }

    private static void checkCircle(Subject subject, List<Stage> stages) {
        List<String> circle = StageOrder.circle(stages);
        if (circle != null) {
            List<String> shown = circle.size() > 10 ? circle.subList(0, 10) : circle;
            throw subject.error(
                    Places.stage(circle.get(0)),
                    "the stages run in a circle: " + String.join(" <- ", shown) + " <- "
                            + (shown.size() < circle.size() ? "… <- " : "") + circle.get(0),
                    "Let one of them read another dataset.");
        }
    }

    private static void checkSize(Subject subject, List<Dataset> datasets, List<Stage> stages) {
        int steps = stages.stream().mapToInt(stage -> stage.steps().size()).sum();
        int inputs = stages.stream().mapToInt(stage -> stage.inputs().size()).sum();
        for (int size : new int[] {datasets.size(), stages.size(), steps, inputs}) {
            if (size > MAX_PARTS) {
                throw subject.error(
                        "",
                        "it has " + datasets.size() + " datasets and " + stages.size() + " stages with " + inputs
                                + " inputs and " + steps + " steps",
                        "Split it: none of these may be more than " + MAX_PARTS + ".");
            }
        }
    }

    /** What errors are about. */
    record Subject(String pipeline, Places places) {

        PipelineException error(String part, String problem, String action) {
            return new PipelineException(
                    places.before(part) + "Pipeline '" + pipeline + "': " + problem + ".", action, null);
        }
    }
}
