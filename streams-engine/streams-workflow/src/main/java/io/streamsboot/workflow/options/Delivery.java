package io.streamsboot.workflow.options;

/** How outputs and offsets belong together. */
public enum Delivery {
    /** Offsets are committed after the outputs are written: a crash in between writes them again. */
    AT_LEAST_ONCE,
    /** Both are one transaction. */
    EXACTLY_ONCE
}
