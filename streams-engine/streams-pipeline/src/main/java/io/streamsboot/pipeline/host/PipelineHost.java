package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import java.util.List;

/**
 * Who has pipelines run. A host is asked for definitions and topics once, before anything is consumed; from then on it is told
 * how a build fares, and may end it. A build is one run of a pipeline in one application.
 *
 * <p>{@link #heartbeat} and {@link #putRecord} are called on a thread that belongs to this host, one call at a time. What they
 * throw is logged and changes nothing: a host that is away never ends a stream.
 */
public interface PipelineHost {

    /**
     * What this host is called in messages.
     *
     * @return not blank
     */
    String name();

    /**
     * Pipelines that this application runs for this host.
     *
     * @return their names, in no particular order
     */
    List<String> pipelines();

    /**
     * A pipeline.
     *
     * @param pipeline one of {@link #pipelines()}
     * @return its definition
     * @throws io.streamsboot.pipeline.definition.PipelineException if it cannot be read; the application does not start
     */
    PipelineDefinition topology(String pipeline);

    /**
     * Where a pipeline comes from, for messages and for people who look at it.
     *
     * @param pipeline one of {@link #pipelines()}
     * @return name of a file, an address; the name of the host unless it knows better
     */
    default String origin(String pipeline) {
        return name();
    }

    /**
     * Where a dataset is. What the definition says, unless the host knows better.
     *
     * @param pipeline one of {@link #pipelines()}
     * @param dataset dataset of its definition
     * @return its topic, or no topic for a dataset that lives between two stages only
     * @throws io.streamsboot.pipeline.definition.PipelineException if there is no such dataset
     */
    default TopicBinding resolveTopic(String pipeline, Dataset dataset) {
        return TopicBinding.of(dataset);
    }

    /**
     * Asks whether a build goes on.
     *
     * @param build id of the build
     * @return what is to be done
     */
    default BuildSignal heartbeat(String build) {
        return BuildSignal.CONTINUE;
    }

    /**
     * Receives the present record of a build: with every heartbeat, when its status changes, and at its end.
     *
     * @param build id of the build
     * @param record how it fares
     */
    default void putRecord(String build, BuildRecord record) {}
}
