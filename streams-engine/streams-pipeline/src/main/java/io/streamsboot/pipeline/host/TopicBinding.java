package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.BadData;
import io.streamsboot.pipeline.definition.Dataset;
import org.jspecify.annotations.Nullable;

/**
 * Where a dataset is, and how it is read and written.
 *
 * @param topic topic that has the rows; null for a dataset that only lives between two stages
 * @param brokers addresses of the cluster of the topic, as {@code host:port,…}; null for the application's own
 * @param onBadData what becomes of records that cannot be handled
 * @param source how rows are read
 * @param sink how rows are written
 */
public record TopicBinding(
        @Nullable String topic, @Nullable String brokers, BadData onBadData, SourceKind source, SinkKind sink) {

    /** How rows are read. */
    public enum SourceKind {
        /** From a topic. */
        KAFKA
    }

    /** How rows are written. */
    public enum SinkKind {
        /** Into a topic. */
        KAFKA
    }

    /**
     * What a definition says of a dataset.
     *
     * @param dataset the dataset
     * @return its topic, in the application's own cluster
     */
    public static TopicBinding of(Dataset dataset) {
        return new TopicBinding(dataset.topic(), null, dataset.onBadData(), SourceKind.KAFKA, SinkKind.KAFKA);
    }
}
