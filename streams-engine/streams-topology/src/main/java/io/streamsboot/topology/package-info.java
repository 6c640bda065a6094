/** Managed Kafka Streams topologies: the ways to declare one. */
@NullMarked
package io.streamsboot.topology;

import org.jspecify.annotations.NullMarked;
