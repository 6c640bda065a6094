package io.streamsboot.pipeline.internal.time;

import org.jspecify.annotations.Nullable;

/** What flows between the nodes of stages whose event time matters. */
public sealed interface Item {

    /** The time of a partition of which nothing is known yet. */
    long NOTHING = Long.MIN_VALUE;

    /**
     * A row.
     *
     * @param value JSON
     * @param origin where it came from
     * @param bad why it has no event time; the stage that reads it does with it what is done with bad data
     */
    record Row(
            byte @Nullable [] value,
            Origin origin,
            @Nullable RuntimeException bad) implements Item {}

    /**
     * How far a partition of a source is: what comes of it later is not older than this, or is late.
     *
     * @param source the source
     * @param partition its partition
     * @param time newest event time, or {@link #NOTHING}
     * @param idle whether the partition is quiet
     */
    record Progress(String source, int partition, long time, boolean idle) implements Item {}

    /**
     * A row that came too late.
     *
     * @param value JSON
     */
    record Late(byte[] value) implements Item {}
}
