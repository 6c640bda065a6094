/**
 * How a graph runs inside a task of Kafka Streams.
 *
 * <p>Keys that were used lately are objects in {@link io.streamsboot.graph.kafka.internal.HotKeys}, a store without a log, and
 * become bytes in a store with one only when the task commits. Kafka calls nothing of a user's inside a commit but one thing:
 * what stands behind a table with a cache, when the cache is flushed. So the first record that changes anything after a commit
 * leaves a mark in such a table, and behind it stands {@link io.streamsboot.graph.kafka.internal.WriteBack}. The cache may give
 * the mark up at any earlier moment; then it is written earlier, and the next record leaves a new one.
 *
 * <p>For this to lose nothing, a key is on the list of changed keys before the mark is left, the list is emptied before the mark
 * may be left again, and an error while writing ends the task: it must not reach a handler that lets the commit go on.
 */
@NullMarked
package io.streamsboot.graph.kafka.internal;

import org.jspecify.annotations.NullMarked;
