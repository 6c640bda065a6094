package io.streamsboot.graph.value;

/** Why a node has no value in a step. The first missing input of a node passes its reason on. */
public enum Absent {
    /** Fewer values have come than the operator needs. */
    WARMING_UP,
    /** A filter, a rate limit or a detector let nothing pass. */
    FILTERED_OUT,
    /** The operator would divide by zero. */
    DIVIDE_BY_ZERO,
    /** The argument lies outside the domain of the function. */
    DOMAIN_ERROR,
    /** Two values at the same instant have no rate. */
    ZERO_TIME_DELTA,
    /** The record has no such value, or the step was caused by time and not by a record. */
    UPSTREAM_ABSENT,
    /** A tumbling or session window took the value in and has not closed yet. */
    WINDOW_OPEN
}
