/** What the sample is about: flights, airports, and the totals made of them. */
@NullMarked
package io.streamsboot.samples.flightboard.flights;

import org.jspecify.annotations.NullMarked;
