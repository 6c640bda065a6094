/** The board: what the stores hold, on the console and over HTTP. */
@NullMarked
package io.streamsboot.samples.flightboard.board;

import org.jspecify.annotations.NullMarked;
