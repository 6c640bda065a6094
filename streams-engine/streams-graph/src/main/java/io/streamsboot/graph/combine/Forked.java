package io.streamsboot.graph.combine;

/**
 * What one of several graphs said.
 *
 * @param graph position of the graph in the fork
 * @param value what it said
 */
public record Forked<T>(int graph, T value) {}
