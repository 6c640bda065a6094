package io.streamsboot.graph.value;

/** What a glitch filter says of a pulse when it ends. */
public enum Glitch {
    /** The pulse lasted long enough. */
    VALID,
    /** The pulse was too short to count. */
    REJECTED
}
