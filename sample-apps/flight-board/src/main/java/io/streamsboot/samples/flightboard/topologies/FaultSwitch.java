package io.streamsboot.samples.flightboard.topologies;

import io.streamsboot.samples.flightboard.FlightBoardProperties;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes one topology fail at every record, to show that the others live on: set {@code flight-board.fault} to its name.
 */
@Component
class FaultSwitch {

    private final @Nullable String broken;

    FaultSwitch(FlightBoardProperties properties) {
        this.broken = properties.fault();
    }

    /**
     * Fails if the topology is the broken one.
     *
     * @param topology name of the topology that asks
     */
    void check(String topology) {
        if (topology.equals(broken)) {
            throw new IllegalStateException("flight-board.fault is set to " + topology);
        }
    }
}
