package io.streamsboot.samples.flightboard.flights;

import java.time.Instant;

/**
 * What passengers of a late flight are told.
 *
 * @param line line of the data file, which identifies the flight
 * @param departure scheduled departure
 * @param origin name of the airport it leaves
 * @param destination name of the airport it flies to
 * @param delayMinutes delay in minutes
 */
public record DelayNotice(int line, Instant departure, String origin, String destination, int delayMinutes) {}
