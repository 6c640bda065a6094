package io.streamsboot.boot.actuate;

import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.PipelineTester;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.Stage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes sample rows through a pipeline, without Kafka and beside the one that runs. */
final class DryRun {

    static final int MAX_ROWS = 1_000;
    static final int MAX_CHARACTERS = 100_000;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Pipeline pipeline;
    private final @Nullable String dataset;
    private final Set<String> inputs;

    DryRun(Pipeline pipeline, @Nullable String dataset) {
        this.pipeline = pipeline;
        this.dataset = dataset;
        this.inputs = inputs(pipeline.definition());
        if (dataset != null && !inputs.contains(dataset)) {
            throw new InvalidParameterException("dataset", dataset, "Name one that a stage reads: " + inputs + ".");
        }
    }

    private static Set<String> inputs(PipelineDefinition definition) {
        return definition.stages().stream()
                .flatMap(stage -> stage.inputs().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    DryRunDescriptor run(String rows) {
        if (rows.length() > MAX_CHARACTERS) {
            throw new InvalidParameterException(
                    "rows", rows.length() + " characters", "Send at most " + MAX_CHARACTERS + ".");
        }
        List<String> lines = rows.lines().filter(line -> !line.isBlank()).toList();
        if (lines.size() > MAX_ROWS) {
            throw new InvalidParameterException("rows", lines.size() + " lines", "Send at most " + MAX_ROWS + ".");
        }
        try (PipelineTester tester = PipelineTester.of(pipeline)) {
            return run(tester, lines);
        }
    }

    private DryRunDescriptor run(PipelineTester tester, List<String> lines) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int done = 0;
        for (String line : lines) {
            if (System.nanoTime() - deadline > 0) {
                break;
            }
            pipe(tester, line);
            done++;
        }
        tester.finish();
        Map<String, List<String>> written = new LinkedHashMap<>();
        for (Stage stage : pipeline.definition().stages()) {
            written.put(stage.output(), List.copyOf(tester.rows(stage.output())));
        }
        return new DryRunDescriptor(
                PipelineDescriptor.Plan.lines(pipeline.explain()),
                done,
                done == lines.size(),
                written,
                tester.failures());
    }

    /** A row goes into the dataset whose name stands before it, or else into the one that was asked for. */
    private void pipe(PipelineTester tester, String line) {
        int space = line.indexOf(' ');
        String first = space < 0 ? "" : line.substring(0, space);
        if (inputs.contains(first)) {
            tester.pipe(first, line.substring(space + 1));
        } else {
            tester.pipe(standard(), line);
        }
    }

    private String standard() {
        if (dataset != null) {
            return dataset;
        }
        Set<String> written =
                pipeline.definition().stages().stream().map(Stage::output).collect(Collectors.toSet());
        List<String> sources =
                inputs.stream().filter(input -> !written.contains(input)).toList();
        if (sources.size() != 1) {
            throw new InvalidParameterException(
                    "dataset",
                    "missing",
                    "Name one of " + inputs + ", or write the dataset's name and a space before each row.");
        }
        return sources.get(0);
    }
}
