package io.streamsboot.graph;

/**
 * Three signals around another.
 *
 * @param middle the middle
 * @param upper the upper edge
 * @param lower the lower edge
 */
public record Band(Signal middle, Signal upper, Signal lower) {}
