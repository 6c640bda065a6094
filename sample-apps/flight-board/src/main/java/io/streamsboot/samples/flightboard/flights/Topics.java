package io.streamsboot.samples.flightboard.flights;

/** Names of the topics; {@code application.yml} says how they are created. */
public final class Topics {

    /** Flights by the airport they leave; the time of a record is the departure. */
    public static final String FLIGHTS = "flights";

    /** Airports by their code. */
    public static final String AIRPORTS = "airports";

    /** Flights that are late, by the airport they leave. */
    public static final String LATE_FLIGHTS = "late-flights";

    /** Moments at which the delays of an airport began to rise, by its code. */
    public static final String DELAY_RISING = "delay-rising";

    /** What passengers of late flights are told, by the airport they leave. */
    public static final String DELAY_NOTICES = "delay-notices";

    private Topics() {}
}
