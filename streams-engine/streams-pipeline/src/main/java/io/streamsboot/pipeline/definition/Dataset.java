package io.streamsboot.pipeline.definition;

import org.jspecify.annotations.Nullable;

/**
 * A stream of rows.
 *
 * @param name name within the pipeline
 * @param topic topic that has the rows; null for one that only lives between two stages
 * @param onBadData what becomes of records of it that cannot be handled
 * @param time where the event time of its rows is; null for the timestamp of the record
 */
public record Dataset(
        String name,
        @Nullable String topic,
        BadData onBadData,
        @Nullable EventTime time) {

    /**
     * A dataset whose event time is the timestamp of its records.
     *
     * @param name name within the pipeline
     * @param topic topic that has the rows; null for one that only lives between two stages
     * @param onBadData what becomes of records of it that cannot be handled
     */
    public Dataset(String name, @Nullable String topic, BadData onBadData) {
        this(name, topic, onBadData, null);
    }

    /**
     * A dataset in a topic whose bad records fail.
     *
     * @param name name within the pipeline
     * @param topic topic that has the rows
     * @return a dataset
     */
    public static Dataset of(String name, String topic) {
        return new Dataset(name, topic, BadData.DEAD_LETTER);
    }

    /**
     * This dataset in another place.
     *
     * @param otherTopic topic that has the rows; null for none
     * @param policy what becomes of records of it that cannot be handled
     * @return a copy
     */
    public Dataset in(@Nullable String otherTopic, BadData policy) {
        return new Dataset(name, otherTopic, policy, time);
    }
}
