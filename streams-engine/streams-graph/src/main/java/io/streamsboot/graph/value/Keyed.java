package io.streamsboot.graph.value;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A value and the key whose state brought it about.
 *
 * @param key the key
 * @param timestamp time of the step; null in a graph without timestamps
 * @param value what the graph said
 */
public record Keyed<K, V>(K key, @Nullable Instant timestamp, V value) {}
