package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.Pipeline;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A compiled pipeline and who has it run. Thread-safe.
 */
public final class HostedPipeline {

    private final PipelineHost host;
    private final String origin;
    private final Pipeline pipeline;
    private final @Nullable String brokers;
    private final String build;

    HostedPipeline(PipelineHost host, String origin, Pipeline pipeline, @Nullable String brokers, String build) {
        this.host = host;
        this.origin = origin;
        this.pipeline = pipeline;
        this.brokers = brokers;
        this.build = build;
    }

    static String newBuild(String pipeline) {
        return pipeline + "-" + UUID.randomUUID();
    }

    /**
     * Name of the pipeline, and of its topology.
     *
     * @return the name in the definition
     */
    public String name() {
        return pipeline.definition().name();
    }

    /**
     * Where it comes from.
     *
     * @return name of a file, a property or a bean, or an address
     */
    public String origin() {
        return origin;
    }

    /**
     * What runs.
     *
     * @return always the same, so that its counters are those of the application
     */
    public Pipeline pipeline() {
        return pipeline;
    }

    /**
     * Addresses of the cluster of its topics.
     *
     * @return {@code host:port,…}; null for the application's own
     */
    public @Nullable String brokers() {
        return brokers;
    }

    /**
     * Id of its run in this application.
     *
     * @return another one in every application and after every start
     */
    public String build() {
        return build;
    }

    PipelineHost host() {
        return host;
    }
}
