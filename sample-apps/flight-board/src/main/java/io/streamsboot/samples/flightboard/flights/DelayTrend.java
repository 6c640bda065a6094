package io.streamsboot.samples.flightboard.flights;

/**
 * How the delays of an airport move.
 *
 * @param recent average delay of its last flights, in minutes
 * @param usual average delay of many more of its last flights, in minutes
 * @param rising whether the recent average has just crossed above the usual one
 */
public record DelayTrend(double recent, double usual, boolean rising) {}
