package io.streamsboot.pipeline.internal;

import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.EventTime;
import io.streamsboot.pipeline.definition.KeyedStep;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.definition.PipelineSettings;
import io.streamsboot.pipeline.definition.Places;
import io.streamsboot.pipeline.expression.Expression;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.expression.ExpressionException;
import io.streamsboot.pipeline.internal.operator.KeyedTask;
import io.streamsboot.pipeline.internal.operator.Operators;
import io.streamsboot.pipeline.internal.time.SourceClock;
import io.streamsboot.pipeline.internal.time.State;
import io.streamsboot.pipeline.internal.time.TimeReader;
import io.streamsboot.pipeline.internal.time.Watermarks;
import io.streamsboot.pipeline.program.internal.Programs;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** A pipeline with all that is known before it runs. Immutable and thread-safe. */
public final class Plan {

    private final PipelineDefinition definition;
    private final List<CompiledStage> stages;
    private final Map<String, Expression> times = new HashMap<>();
    private final Map<String, CompiledStage> writers = new HashMap<>();
    private final Set<String> timed = new HashSet<>();

    /** Compiles a pipeline. */
    public Plan(PipelineDefinition definition, ExpressionCompiler expressions, Programs programs) {
        this.definition = definition;
        this.stages = List.copyOf(CompiledStage.compile(definition, expressions, programs));
        stages.forEach(stage -> writers.put(stage.output(), stage));
        for (Dataset dataset : definition.datasets()) {
            EventTime time = dataset.time();
            if (time != null) {
                times.put(dataset.name(), expression(dataset.name(), time, expressions));
            }
        }
        for (int i = stages.size() - 1; i >= 0; i--) {
            CompiledStage stage = stages.get(i);
            if (stage.keyed() != null || timed.contains(stage.output())) {
                timed.addAll(stage.stage().inputs());
            }
        }
    }

    private Expression expression(String dataset, EventTime time, ExpressionCompiler expressions) {
        if (writers.containsKey(dataset)) {
            throw new PipelineException(
                    definition.places().before(Places.dataset(dataset)) + "Pipeline '" + definition.name()
                            + "': the dataset '" + dataset
                            + "' has a time, but is written by a stage, which knows the time of its rows.",
                    "Remove 'time' from it.",
                    null);
        }
        try {
            return TimeReader.expression(time, expressions);
        } catch (ExpressionException e) {
            throw new PipelineException(
                    definition.places().before(Places.dataset(dataset)) + "Pipeline '" + definition.name()
                            + "', time of the dataset '" + dataset + "': " + e.description(),
                    e.action(),
                    e);
        }
    }

    /** What it was made of. */
    public PipelineDefinition definition() {
        return definition;
    }

    /** The stages, each behind those that write its inputs. */
    public List<CompiledStage> stages() {
        return stages;
    }

    /** Whether the event time of a dataset's rows matters to a stage. */
    boolean isTimed(String dataset) {
        return timed.contains(dataset);
    }

    /** Whether a stage with state writes a dataset, so that its rows come with their time anyway. */
    boolean isKeyed(String dataset) {
        CompiledStage writer = writers.get(dataset);
        return writer != null && writer.keyed() != null;
    }

    /** Whether no stage writes a dataset. */
    boolean isSource(String dataset) {
        return !writers.containsKey(dataset);
    }

    /** What becomes of rows that fail behind a step with state. */
    BadData onBadData(CompiledStage stage) {
        return definition.dataset(stage.stage().inputs().get(0)).onBadData();
    }

    /** The clock of a partition of a dataset. */
    SourceClock clock(String dataset, int partition, State state, long nowMs) {
        EventTime time = definition.dataset(dataset).time();
        TimeReader reader = time == null ? null : new TimeReader(time, Objects.requireNonNull(times.get(dataset)));
        return new SourceClock(dataset, partition, reader, definition.settings().idleTimeoutMs(), state, nowMs);
    }

    /** The sources that the watermark of a stage is made of: datasets that are read, and stages with state. */
    Set<String> feeds(CompiledStage stage) {
        Set<String> feeds = new TreeSet<>();
        for (String input : stage.stage().inputs()) {
            CompiledStage writer = writers.get(input);
            if (writer == null || writer.keyed() != null) {
                feeds.add(input);
            } else {
                feeds.addAll(feeds(writer));
            }
        }
        return feeds;
    }

    /**
     * A task of a stage with state.
     *
     * @param partitions tells how many partitions the topic of a dataset, or the repartition of a stage has
     * @throws PipelineException if the state was made by another plan
     */
    KeyedTask task(CompiledStage stage, int partition, State state, ToIntFunction<String> partitions, long nowMs) {
        KeyedStep step = Objects.requireNonNull(stage.keyed());
        Map<String, @Nullable EventTime> sources = new TreeMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (String feed : feeds(stage)) {
            sources.put(feed, definition.dataset(feed).time());
            counts.put(feed, partitions.applyAsInt(feed));
        }
        Operators.guard(definition.name(), stage.output(), Operators.plan(step, sources), state);
        PipelineSettings settings = definition.settings();
        Watermarks watermarks = new Watermarks(
                counts, Operators.lateness(step), settings.onIdle(), settings.idleTimeoutMs(), state, nowMs);
        return new KeyedTask(
                stage.output(),
                partition,
                watermarks,
                Operators.of(step, stage.stage().inputs(), state));
    }

    /** The name of the topic that the rows of a stage with state cross, within the application. */
    static String repartition(CompiledStage stage) {
        return stage.output() + "-by-key";
    }
}
