package io.streamsboot.pipeline.internal.operator;

/** A step with state, in one task. Not thread-safe. */
public interface Operator {

    /**
     * Whether a row comes too late to be taken.
     *
     * @param row the row
     * @param closed what ends at or before this is closed, or will be
     */
    boolean isLate(Keyed.Row row, long closed);

    /**
     * Takes a row.
     *
     * @param closed as before
     */
    void row(Keyed.Row row, long closed, Emitter out);

    /**
     * Closes what ends at or before the watermark.
     *
     * @return the end of what was closed last, or {@link Long#MIN_VALUE}
     */
    long advance(long watermark, Emitter out);

    /** Whether rows come forth when the watermark passes them, and not as they come. */
    boolean closes();

    /** Whether it holds rows that are still to come forth, even if no other comes. */
    default boolean isOpen() {
        return false;
    }

    /** How far rows that are still to be emitted may be behind the watermark. */
    default long delay() {
        return 0;
    }
}
