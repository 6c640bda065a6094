package io.streamsboot.graph.combine;

import java.time.Instant;
import java.util.function.Function;

/**
 * Records in the order of their times.
 *
 * @param records the records; iterated over once
 * @param time time of a record
 */
public record Timed<R>(Iterable<? extends R> records, Function<? super R, Instant> time) {}
