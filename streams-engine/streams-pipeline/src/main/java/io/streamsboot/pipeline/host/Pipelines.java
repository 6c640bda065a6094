package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.Pipeline;
import io.streamsboot.pipeline.PipelineCompiler;
import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pipelines of an application, compiled, from all of its hosts. Immutable. */
public final class Pipelines {

    private static final Logger LOG = LoggerFactory.getLogger(Pipelines.class);

    private final Map<String, HostedPipeline> pipelines;

    private Pipelines(Map<String, HostedPipeline> pipelines) {
        this.pipelines = pipelines;
    }

    /**
     * Asks hosts for their pipelines, resolves their topics and compiles them. Nothing is consumed.
     *
     * @param hosts the hosts
     * @param adjust what the application changes in a definition, before its topics are resolved
     * @param compiler compiles them
     * @param brokers addresses of the application's own cluster
     * @return the pipelines
     * @throws PipelineException if one cannot be run, or two have the same name; the host has then been told
     */
    public static Pipelines load(
            Collection<? extends PipelineHost> hosts,
            UnaryOperator<PipelineDefinition> adjust,
            PipelineCompiler compiler,
            List<String> brokers) {
        Map<String, HostedPipeline> loaded = new TreeMap<>();
        for (PipelineHost host : hosts) {
            for (String name : host.pipelines()) {
                HostedPipeline pipeline = load(host, name, adjust, compiler, brokers);
                HostedPipeline other = loaded.putIfAbsent(pipeline.name(), pipeline);
                if (other != null) {
                    throw new PipelineException(
                            "There are two pipelines named '" + pipeline.name() + "': " + other.origin() + " and "
                                    + pipeline.origin() + ".",
                            "Rename one of them.",
                            null);
                }
            }
        }
        return new Pipelines(loaded);
    }

    private static HostedPipeline load(
            PipelineHost host,
            String name,
            UnaryOperator<PipelineDefinition> adjust,
            PipelineCompiler compiler,
            List<String> brokers) {
        String build = HostedPipeline.newBuild(name);
        String origin = host.origin(name);
        try {
            PipelineDefinition definition = adjust.apply(host.topology(name));
            if (!definition.name().equals(name)) {
                throw new PipelineException(
                        origin + " was asked for pipeline '" + name + "', but names it '" + definition.name() + "'.",
                        "Use one name for both.",
                        null);
            }
            ClusterCheck clusters = new ClusterCheck(name, brokers);
            List<Dataset> datasets = new ArrayList<>();
            for (Dataset dataset : definition.datasets()) {
                TopicBinding binding = host.resolveTopic(name, dataset);
                clusters.add(dataset.name(), binding);
                datasets.add(
                        binding.equals(TopicBinding.of(dataset))
                                ? dataset
                                : dataset.in(binding.topic(), binding.onBadData()));
            }
            PipelineDefinition resolved = definition.withDatasets(datasets);
            return new HostedPipeline(host, origin, compile(compiler, resolved, origin), clusters.foreign(), build);
        } catch (RuntimeException e) {
            tell(host, build, name, e);
            throw e;
        }
    }

    private static Pipeline compile(PipelineCompiler compiler, PipelineDefinition definition, String origin) {
        try {
            return compiler.compile(definition);
        } catch (PipelineException e) {
            throw e.description().startsWith(origin)
                    ? e
                    : new PipelineException(origin + ": " + e.description(), e.action(), e);
        }
    }

    private static void tell(PipelineHost host, String build, String pipeline, RuntimeException failure) {
        BuildRecord failed = new BuildRecord(
                build,
                pipeline,
                BuildStatus.FAILED,
                BuildRecord.Counts.NONE,
                BuildRecord.Progress.UNKNOWN,
                String.valueOf(failure.getMessage()),
                Instant.now());
        try {
            host.putRecord(build, failed);
        } catch (RuntimeException e) {
            LOG.debug("{} does not hear that pipeline {} failed", host.name(), pipeline, e);
        }
    }

    /**
     * All pipelines.
     *
     * @return in the order of their names
     */
    public List<HostedPipeline> all() {
        return List.copyOf(pipelines.values());
    }

    /**
     * One pipeline.
     *
     * @param name its name
     * @return null if there is none of that name
     */
    public @Nullable HostedPipeline find(String name) {
        return pipelines.get(name);
    }
}
