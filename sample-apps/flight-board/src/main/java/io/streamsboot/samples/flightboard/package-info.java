/** A live board of flight delays: managed topologies over real departures. */
@NullMarked
package io.streamsboot.samples.flightboard;

import org.jspecify.annotations.NullMarked;
