package io.streamsboot.graph.value;

/**
 * A pulse, judged by how high it rose, when it has returned below the lower level.
 *
 * @param runt whether it returned without having reached the upper level
 * @param peak its highest value
 */
public record Runt(boolean runt, double peak) {}
