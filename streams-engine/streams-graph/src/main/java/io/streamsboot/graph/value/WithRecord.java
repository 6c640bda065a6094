package io.streamsboot.graph.value;

import org.jspecify.annotations.Nullable;

/**
 * A value beside its record.
 *
 * @param record the record of the step; null when time brought the value about: a window closed, a timer fired
 * @param value what the graph said
 */
public record WithRecord<R, V>(@Nullable R record, V value) {}
