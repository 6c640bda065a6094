/** Graphs on Kafka: a graph over topics, with state per key in a store with a changelog, as a plain topology. */
@NullMarked
package io.streamsboot.graph.kafka;

import org.jspecify.annotations.NullMarked;
