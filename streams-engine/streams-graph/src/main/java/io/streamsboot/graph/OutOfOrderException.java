package io.streamsboot.graph;

import java.time.Instant;

/** A record is older than the one before it, and the policy is to refuse it. The state is as if it had not come. */
public final class OutOfOrderException extends GraphException {

    private static final long serialVersionUID = 1L;

    private final transient Instant timestamp;
    private final transient Instant watermark;

    /** For a record at {@code timestamp} where none before {@code watermark} is taken. */
    public OutOfOrderException(String who, Instant timestamp, Instant watermark) {
        super(
                who + " is out of order: its time " + timestamp + " lies before " + watermark
                        + ", which has been reached; sort the input, or choose OutOfOrder.drop() or OutOfOrder.buffer(lateness)",
                null);
        this.timestamp = timestamp;
        this.watermark = watermark;
    }

    /** The time of the record. */
    public Instant timestamp() {
        return timestamp;
    }

    /** The time before which no record is taken. */
    public Instant watermark() {
        return watermark;
    }
}
