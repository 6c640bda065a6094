package io.streamsboot.boot.actuate;

import io.streamsboot.pipeline.StageCounters;
import io.streamsboot.pipeline.definition.Stage;
import io.streamsboot.pipeline.definition.Step;
import io.streamsboot.pipeline.host.BuildRecord;
import io.streamsboot.pipeline.host.HostedPipeline;
import io.streamsboot.topology.graph.TopologyGraph;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One pipeline with everything that is known about it.
 *
 * @param name its name, and that of its topology
 * @param origin where it comes from
 * @param definition what it was compiled from, with its topics as its host resolved them
 * @param plan what it was compiled to
 * @param build the record of its present build
 * @param stages what each stage did in this application, by the name of its output
 */
public record PipelineDescriptor(
        String name,
        String origin,
        Map<String, @Nullable Object> definition,
        Plan plan,
        Map<String, @Nullable Object> build,
        Map<String, StageCounts> stages)
        implements OperationResponseBody {

    /**
     * What a pipeline was compiled to.
     *
     * @param explain the plan as text, line by line: what each stage reads, its fused steps, columns that expressions read,
     *     and what it writes
     * @param stages its stages
     * @param repartitions topics that bring rows to where they belong, without the application id
     * @param stores names of its stores
     */
    public record Plan(List<String> explain, List<PlannedStage> stages, Set<String> repartitions, Set<String> stores) {

        static Plan of(HostedPipeline pipeline, @Nullable TopologyGraph graph) {
            return new Plan(
                    lines(pipeline.pipeline().explain()),
                    pipeline.pipeline().definition().stages().stream()
                            .map(PlannedStage::of)
                            .toList(),
                    graph == null ? Set.of() : graph.internalTopics(),
                    graph == null ? Set.of() : graph.stores());
        }

        static List<String> lines(String explain) {
            return explain.lines().toList();
        }
    }

    /**
     * A stage.
     *
     * @param inputs datasets that it reads
     * @param output dataset that it writes
     * @param steps names of its steps
     */
    public record PlannedStage(List<String> inputs, String output, List<String> steps) {

        static PlannedStage of(Stage stage) {
            return new PlannedStage(
                    stage.inputs(),
                    stage.output(),
                    stage.steps().stream().map(Step::op).toList());
        }
    }

    /**
     * What a stage did.
     *
     * @param consumed records that came
     * @param emitted rows that went out
     * @param dropped bad records that were dropped
     * @param rescued bad records that became rescued rows
     * @param late rows that came too late for a step with state
     * @param watermark the least watermark of the tasks of its step with state in this application; null if there is none
     */
    public record StageCounts(
            long consumed,
            long emitted,
            long dropped,
            long rescued,
            long late,
            @Nullable Instant watermark) {

        static StageCounts of(StageCounters counters) {
            Long watermark = counters.watermark();
            return new StageCounts(
                    counters.consumed(),
                    counters.emitted(),
                    counters.dropped(),
                    counters.rescued(),
                    counters.lateRows(),
                    watermark == null ? null : Instant.ofEpochMilli(watermark));
        }
    }

    static PipelineDescriptor of(HostedPipeline pipeline, @Nullable TopologyGraph graph, BuildRecord build) {
        Map<String, StageCounts> stages = new TreeMap<>();
        pipeline.pipeline().counters().forEach((output, counters) -> stages.put(output, StageCounts.of(counters)));
        return new PipelineDescriptor(
                pipeline.name(),
                pipeline.origin(),
                DefinitionMap.of(pipeline.pipeline().definition()),
                Plan.of(pipeline, graph),
                build.toMap(),
                stages);
    }
}
