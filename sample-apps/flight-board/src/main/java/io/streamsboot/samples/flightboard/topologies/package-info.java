/** The topologies that are written in Java, each declared in another way. */
@NullMarked
package io.streamsboot.samples.flightboard.topologies;

import org.jspecify.annotations.NullMarked;
