package io.streamsboot.graph;

import io.streamsboot.graph.value.Crossing;
import io.streamsboot.graph.value.Glitch;
import io.streamsboot.graph.value.Pulse;
import io.streamsboot.graph.value.Runt;
import io.streamsboot.graph.value.Zone;
import java.time.Duration;

/**
 * Operators that speak only when something happens, and are filtered out otherwise. What is seen first is never an event: a
 * signal that begins above a level has not crossed it, and a pulse whose beginning was not seen is not judged. A NaN is passed
 * over.
 */
public interface EventOperators {

    /** When this crosses the other signal, in either direction. Touching is not crossing. */
    Node<Crossing> cross(Signal other);

    /** When this crosses a level, in either direction. */
    Node<Crossing> cross(double level);

    /** When this comes to lie above the other signal, having been below. */
    Node<Crossing> crossAbove(Signal other);

    /** When this comes to lie above a level, having been below. */
    Node<Crossing> crossAbove(double level);

    /** When this comes to lie below the other signal, having been above. */
    Node<Crossing> crossBelow(Signal other);

    /** When this comes to lie below a level, having been above. */
    Node<Crossing> crossBelow(double level);

    /**
     * When this crosses the band of {@code margin} around a level: up when it exceeds the upper edge, having been below the
     * lower, and down likewise.
     */
    Node<Crossing> crossHysteresis(double level, double margin);

    /** Judges a pulse, the time at or above the threshold, when it ends: valid when it lasted {@code min} at least. */
    Node<Glitch> glitchFilter(double threshold, Duration min);

    /** Judges a pulse that rose to {@code low}, when it returns below: a runt when it did not reach {@code high}. */
    Node<Runt> runtDetect(double low, double high);

    /**
     * Judges a pulse by its width, when it ends or, by a timer in event time, as soon as it has lasted {@code max}, which is too
     * long.
     */
    Node<Pulse> pulseWidth(double threshold, Duration min, Duration max);

    /** When this enters or leaves the zone from {@code low} to {@code high}, both inclusive. */
    Node<Zone> windowDetect(double low, double high);
}
