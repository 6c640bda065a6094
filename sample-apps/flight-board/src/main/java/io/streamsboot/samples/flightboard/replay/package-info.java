/** The source of the records: a replay of the flights that goes on where it stopped. */
@NullMarked
package io.streamsboot.samples.flightboard.replay;

import org.jspecify.annotations.NullMarked;
