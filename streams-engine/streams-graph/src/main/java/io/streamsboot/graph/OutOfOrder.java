package io.streamsboot.graph;

import io.streamsboot.graph.internal.Times;
import java.time.Duration;

/**
 * What to do with a record that is older than one of the same key before it. Records of equal time are in order.
 *
 * @param policy the choice
 * @param lateness for {@link Policy#BUFFER}, how long to wait for older records, in nanoseconds; otherwise 0
 */
public record OutOfOrder(Policy policy, long lateness) {

    /** The choices. */
    public enum Policy {
        /** Refuse it: {@link OutOfOrderException}. */
        ERROR,
        /** Leave it out, and report it as late. */
        DROP,
        /** Hold records back for a while, take them in by time, and leave out what comes later than that. */
        BUFFER
    }

    /** Checks the lateness. */
    public OutOfOrder {
        if (lateness < 0 || (lateness > 0 && policy != Policy.BUFFER)) {
            throw new IllegalArgumentException("the lateness of policy " + policy + " cannot be " + lateness
                    + " ns; give a buffer a lateness from 0 on, and the others none");
        }
    }

    /** Refuses records that are out of order. */
    public static OutOfOrder error() {
        return new OutOfOrder(Policy.ERROR, 0);
    }

    /** Leaves records out that are out of order. */
    public static OutOfOrder drop() {
        return new OutOfOrder(Policy.DROP, 0);
    }

    /**
     * Takes records in by time, ties as they came, once the newest time of their key is {@code lateness} ahead. A record
     * behind what was taken in is late.
     */
    public static OutOfOrder buffer(Duration lateness) {
        return new OutOfOrder(Policy.BUFFER, lateness.isZero() ? 0 : Times.span("the lateness of a buffer", lateness));
    }
}
