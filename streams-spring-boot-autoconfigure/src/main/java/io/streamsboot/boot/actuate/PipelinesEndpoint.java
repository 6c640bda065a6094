package io.streamsboot.boot.actuate;

import io.streamsboot.core.Actionable;
import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import io.streamsboot.pipeline.host.BuildRecord;
import io.streamsboot.pipeline.host.HostedPipeline;
import io.streamsboot.pipeline.host.PipelineBuilds;
import io.streamsboot.pipeline.host.Pipelines;
import io.streamsboot.topology.runtime.ManagedTopologies;
import io.streamsboot.topology.runtime.ManagedTopology;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Endpoint that shows pipelines, from memory, and evaluates them against sample rows. Only reading is open, unless
 * {@code management.endpoint.streamspipelines.access} says otherwise: a dry run changes nothing, but it costs time, and it
 * takes a definition from whoever asks.
 */
@WebEndpoint(id = "streamspipelines", defaultAccess = Access.READ_ONLY)
public class PipelinesEndpoint {

    private final Pipelines pipelines;
    private final PipelineBuilds builds;
    private final ManagedTopologies topologies;
    private final PipelineCompiler compiler;

    /**
     * A new endpoint.
     *
     * @param pipelines the pipelines to show
     * @param builds how they fare
     * @param topologies what they run as
     * @param compiler compiles what is only tried
     */
    public PipelinesEndpoint(
            Pipelines pipelines, PipelineBuilds builds, ManagedTopologies topologies, PipelineCompiler compiler) {
        this.pipelines = pipelines;
        this.builds = builds;
        this.topologies = topologies;
        this.compiler = compiler;
    }

    /**
     * All pipelines.
     *
     * @param pipelines records of their present builds, by name
     */
    public record PipelinesDescriptor(Map<String, Map<String, @Nullable Object>> pipelines)
            implements OperationResponseBody {}

    /**
     * All pipelines.
     *
     * @return how each fares
     */
    @ReadOperation
    public PipelinesDescriptor pipelines() {
        Map<String, Map<String, @Nullable Object>> all = new TreeMap<>();
        for (HostedPipeline pipeline : pipelines.all()) {
            BuildRecord build = builds.record(pipeline.name());
            if (build != null) {
                all.put(pipeline.name(), build.toMap());
            }
        }
        return new PipelinesDescriptor(all);
    }

    /**
     * One pipeline.
     *
     * @param pipeline its name
     * @return null if there is none of that name, which the web answers with 404
     */
    @ReadOperation
    public @Nullable PipelineDescriptor pipeline(@Selector String pipeline) {
        HostedPipeline found = pipelines.find(pipeline);
        BuildRecord build = builds.record(pipeline);
        if (found == null || build == null) {
            return null;
        }
        ManagedTopology topology = topologies.find(pipeline);
        return PipelineDescriptor.of(found, topology == null ? null : topology.graph(), build);
    }

    /**
     * Takes sample rows through a pipeline that is there, or another definition of it, without touching the one that runs.
     *
     * @param pipeline name of the pipeline
     * @param rows one row on each line; the name of a dataset and a space may stand before it
     * @param dataset dataset that rows without a name go into; the only one that no stage writes if it is missing
     * @param definition another definition, in YAML or JSON, instead of the one that runs
     * @return what came out, or what is wrong
     */
    @WriteOperation
    public WebEndpointResponse<?> evaluate(
            @Selector String pipeline, @Nullable String rows, @Nullable String dataset, @Nullable String definition) {
        HostedPipeline found = pipelines.find(pipeline);
        if (found == null) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        }
        try {
            PipelineDefinition tried = definition == null
                    ? found.pipeline().definition()
                    : PipelineDefinition.read("the definition", definition);
            Pipeline compiled = compiler.compile(tried);
            return new WebEndpointResponse<>(new DryRun(compiled, dataset).run(rows == null ? "" : rows));
        } catch (InvalidParameterException | PipelineException e) {
            return refused(e);
        }
    }

    private static WebEndpointResponse<?> refused(Actionable e) {
        return new WebEndpointResponse<>(
                new ErrorDescriptor(e.description(), e.action()), WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
