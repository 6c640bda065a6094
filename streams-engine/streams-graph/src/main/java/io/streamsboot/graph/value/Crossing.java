package io.streamsboot.graph.value;

/** The way in which one signal crossed another, or a level. */
public enum Crossing {
    /** From below to above. */
    UP,
    /** From above to below. */
    DOWN
}
