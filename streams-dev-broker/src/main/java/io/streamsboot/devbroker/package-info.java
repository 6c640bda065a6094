/** Kafka's own server inside this JVM, for development and tests. */
@NullMarked
package io.streamsboot.devbroker;

import org.jspecify.annotations.NullMarked;
