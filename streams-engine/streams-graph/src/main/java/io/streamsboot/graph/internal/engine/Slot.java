package io.streamsboot.graph.internal.engine;

/**
 * Where a node's value lies.
 *
 * @param index position in the frame's arrays
 * @param number whether it is a primitive number and not an object
 */
public record Slot(int index, boolean number) {}
