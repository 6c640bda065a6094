/** Kafka's handlers and interceptors that set failed records aside, and what they share. */
@NullMarked
package io.streamsboot.topology.deadletter.internal;

import org.jspecify.annotations.NullMarked;
