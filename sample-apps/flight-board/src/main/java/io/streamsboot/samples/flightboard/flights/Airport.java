package io.streamsboot.samples.flightboard.flights;

/**
 * One airport.
 *
 * @param iata its code
 * @param name its name
 * @param city where it is
 * @param state state of the US, as two letters
 */
public record Airport(String iata, String name, String city, String state) {}
