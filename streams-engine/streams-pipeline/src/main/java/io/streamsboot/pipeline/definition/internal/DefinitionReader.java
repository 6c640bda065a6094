package io.streamsboot.pipeline.definition.internal;

import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.EventTime;
import io.streamsboot.pipeline.definition.OnIdle;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.PipelineSettings;
import io.streamsboot.pipeline.definition.Places;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.pipeline.definition.Step;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;

/** Reads definitions from YAML, from JSON, which is YAML too, and from TOML. Nothing of it is ever made a Java object by its tag. */
public final class DefinitionReader {

    private static final int MAX_LENGTH = 1_000_000;
    private static final int MAX_DEPTH = 30;

    private DefinitionReader() {}

    /** See {@link PipelineDefinition#read}. */
    public static PipelineDefinition read(String source, String text) {
        Located root = new Located(source, "a pipeline", node(source, text));
        Map<String, Integer> lines = new HashMap<>();
        lines.put("", root.line());
        String name = root.text("name");
        List<Dataset> datasets = new ArrayList<>();
        root.objectByName("datasets", "a dataset").forEach((dataset, fields) -> {
            lines.put(Places.dataset(dataset), fields.line());
            datasets.add(dataset(dataset, fields));
        });
        List<Stage> stages = new ArrayList<>();
        for (Located fields : root.objects("stages", "a stage")) {
            stages.add(stage(fields, lines));
        }
        // By it an editor finds the schema of a definition in JSON.
        root.optionalText("$schema");
        PipelineSettings settings = settings(root);
        root.finish();
        return new PipelineDefinition(name, datasets, stages, settings, new Places(source, lines));
    }

    private static Node node(String source, String text) {
        if (text.length() > MAX_LENGTH) {
            throw new PipelineException(
                    source + " is longer than " + MAX_LENGTH + " characters.",
                    "Split it into several pipelines.",
                    null);
        }
        if (source.endsWith(".toml")) {
            return toml(source, text);
        }
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setCodePointLimit(MAX_LENGTH * 2);
        Yaml yaml = new Yaml(options);
        try {
            int depth = 0;
            for (Event event : yaml.parse(new StringReader(text))) {
                depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
                if (depth > MAX_DEPTH) {
                    throw Located.at(
                            source,
                            event.getStartMark().getLine() + 1,
                            "it is nested too deeply",
                            "Write what the steps need, and no more.",
                            null);
                }
                if (event instanceof AliasEvent alias) {
                    throw Located.at(
                            source,
                            alias.getStartMark().getLine() + 1,
                            "aliases (*" + alias.getAnchor() + ") are not allowed",
                            "Write out what is meant.",
                            null);
                }
            }
            Node node = yaml.compose(new StringReader(text));
            if (node == null) {
                throw new PipelineException(source + " is empty.", "Write name, datasets and stages.", null);
            }
            return node;
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            throw Located.at(source, line, "it is not well-formed: " + e.getProblem(), "Correct the YAML.", e);
        } catch (YAMLException e) {
            throw new PipelineException(source + " cannot be read: " + e.getMessage() + ".", "Correct the YAML.", e);
        }
    }

    private static Node toml(String source, String text) {
        try {
            return TomlNodes.read(source, text, MAX_DEPTH);
        } catch (NoClassDefFoundError e) {
            throw new PipelineException(
                    source + " is TOML, and nothing on the class path can read that.",
                    "Add the dependency org.tomlj:tomlj, or write the pipeline in YAML or JSON.",
                    e);
        }
    }

    private static Dataset dataset(String name, Located fields) {
        String topic = fields.optionalText("topic");
        String policy = fields.optionalText("onBadData");
        EventTime time = time(fields);
        fields.finish();
        return new Dataset(name, topic, policy == null ? BadData.DEAD_LETTER : policy(fields, policy), time);
    }

    private static @Nullable EventTime time(Located fields) {
        if (!fields.isObject("time")) {
            String column = fields.optionalText("time");
            return column == null ? null : EventTime.of(column);
        }
        Located time = fields.object("time");
        EventTime read = StepReader.guarded(
                time,
                () -> new EventTime(time.text("column"), time.optionalText("pattern"), time.optionalText("zone")));
        time.finish();
        return read;
    }

    private static PipelineSettings settings(Located root) {
        PipelineSettings defaults = PipelineSettings.DEFAULT;
        String onIdle = root.text("onIdle", defaults.onIdle().label());
        if (!onIdle.equals("advance") && !onIdle.equals("close")) {
            throw root.error("'onIdle' is '" + onIdle + "'", "Use advance or close.");
        }
        return StepReader.guarded(
                root,
                () -> new PipelineSettings(
                        (int) Math.max(0, Math.min(root.integer("version", 1), Integer.MAX_VALUE)),
                        root.optionalText("from"),
                        root.integer("idleTimeoutMs", defaults.idleTimeoutMs()),
                        onIdle.equals("close") ? OnIdle.CLOSE : OnIdle.ADVANCE));
    }

    private static BadData policy(Located fields, String policy) {
        return Arrays.stream(BadData.values())
                .filter(candidate -> candidate.label().equals(policy))
                .findFirst()
                .orElseThrow(() -> fields.error(
                        "'onBadData' is '" + policy + "'",
                        "Use one of: "
                                + Arrays.stream(BadData.values())
                                        .map(BadData::label)
                                        .collect(Collectors.joining(", "))
                                + "."));
    }

    private static Stage stage(Located fields, Map<String, Integer> lines) {
        List<String> inputs = fields.texts("inputs");
        String output = fields.text("output");
        lines.put(Places.stage(output), fields.line());
        List<Step> steps = new ArrayList<>();
        for (Located step : fields.objects("steps", "a step")) {
            steps.add(StepReader.read(step));
            lines.put(Places.step(output, steps.size()), step.line());
            step.finish();
        }
        fields.finish();
        return new Stage(inputs, output, steps);
    }
}
