package io.streamsboot.pipeline.internal.time;

import java.util.Comparator;

/**
 * Where a row came from, and when it happened.
 *
 * @param source what it came from: a dataset in a topic, or a stage with state
 * @param partition partition of the source
 * @param offset offset in the partition
 * @param index place among the rows that came of the same record
 * @param time event time, milliseconds since 1970
 * @param bound newest event time of the partition up to here: the row is as late as it is behind this
 */
public record Origin(String source, int partition, long offset, long index, long time, long bound)
        implements Comparable<Origin> {

    private static final int FAN_OUT = 100_000;

    /** Event time first, and then the place: the same whatever came first. */
    private static final Comparator<Origin> ORDER = Comparator.comparingLong(Origin::time)
            .thenComparing(Origin::source)
            .thenComparingInt(Origin::partition)
            .thenComparingLong(Origin::offset)
            .thenComparingLong(Origin::index);

    /** One of the rows that come of this one. */
    public Origin child(int number) {
        return new Origin(source, partition, offset, index * FAN_OUT + number, time, bound);
    }

    @Override
    public int compareTo(Origin other) {
        return ORDER.compare(this, other);
    }
}
