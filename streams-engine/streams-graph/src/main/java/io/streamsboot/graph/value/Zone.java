package io.streamsboot.graph.value;

/** How a signal entered or left the zone between two levels. */
public enum Zone {
    /** It came in, from either side. */
    ENTERED,
    /** It left below the lower level. */
    EXITED_LOW,
    /** It left above the upper level. */
    EXITED_HIGH
}
