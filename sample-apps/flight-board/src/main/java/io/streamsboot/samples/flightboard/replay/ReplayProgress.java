package io.streamsboot.samples.flightboard.replay;

import org.springframework.stereotype.Component;

/** How far the replay is. Thread-safe. */
@Component
public class ReplayProgress {

    private volatile long replayed;

    /**
     * How many flights are in the topic for certain.
     *
     * @return number of flights, those of earlier runs included
     */
    public long replayed() {
        return replayed;
    }

    void reached(long count) {
        replayed = count;
    }
}
