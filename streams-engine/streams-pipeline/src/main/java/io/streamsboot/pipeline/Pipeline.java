package io.streamsboot.pipeline;

import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.expression.ExpressionCompiler;
import io.streamsboot.pipeline.internal.Partitions;
import io.streamsboot.pipeline.internal.PipelineTopology;
import io.streamsboot.pipeline.internal.Plan;
import io.streamsboot.pipeline.internal.PlanText;
import io.streamsboot.pipeline.program.internal.Programs;
import io.streamsboot.topology.TopologyDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.kafka.streams.StreamsBuilder;

/**
 * A compiled pipeline. It is a {@link TopologyDefinition}: give it to the runtime as any other topology, under the
 * {@linkplain #applicationId application id} of its version. Keys, timestamps and headers of records that pass stay as they
 * are; key and value are bytes, whatever the topology's default serdes. Immutable and thread-safe.
 */
public final class Pipeline implements TopologyDefinition {

    private final Plan plan;
    private final Partitions partitions;

    Pipeline(PipelineDefinition definition, ExpressionCompiler expressions, Programs programs) {
        this(new Plan(definition, expressions, programs), Partitions.ofCluster());
    }

    private Pipeline(Plan plan, Partitions partitions) {
        this.plan = plan;
        this.partitions = partitions;
    }

    /**
     * This pipeline with numbers of partitions that are given, where steps with state would ask the cluster: for Kafka's
     * TopologyTestDriver, with one partition for every topic.
     *
     * @param counts number of partitions of a topic
     * @return a pipeline that shares the counters of this one
     */
    public Pipeline withPartitions(ToIntFunction<String> counts) {
        return new Pipeline(plan, (topic, config) -> counts.applyAsInt(topic));
    }

    /**
     * What it was compiled from.
     *
     * @return the definition
     */
    public PipelineDefinition definition() {
        return plan.definition();
    }

    /**
     * The application id of this version: another for each version, since each has a state of its own.
     *
     * @param base application id of the first version
     * @return the base, with the version behind it from 2 on
     */
    public String applicationId(String base) {
        int version = plan.definition().settings().version();
        return version == 1 ? base : base + "-v" + version;
    }

    /**
     * The plan: what each stage reads, does and writes.
     *
     * @return text of several lines
     */
    public String explain() {
        return PlanText.of(plan);
    }

    /**
     * What the stages have done in this JVM.
     *
     * @return live counters by the name of the stage's output
     */
    public Map<String, StageCounters> counters() {
        Map<String, StageCounters> counters = new LinkedHashMap<>();
        plan.stages().forEach(stage -> counters.put(stage.output(), stage.counters()));
        return counters;
    }

    Plan plan() {
        return plan;
    }

    @Override
    public void define(StreamsBuilder builder) {
        PipelineTopology.write(plan, partitions, builder);
    }
}
