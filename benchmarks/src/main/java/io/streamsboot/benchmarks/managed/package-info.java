/** The managed runtime of topologies against Kafka Streams without it. */
@NullMarked
package io.streamsboot.benchmarks.managed;

import org.jspecify.annotations.NullMarked;
