package io.streamsboot.pipeline.host;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How builds are watched.
 *
 * @param heartbeatInterval time between two heartbeats of a build, positive
 * @param stopWhenIdle a build that has nothing to do for so long is stopped, for replays that end; null if it never is
 */
public record BuildOptions(
        Duration heartbeatInterval, @Nullable Duration stopWhenIdle) {

    /** Time between two heartbeats unless something else is said. */
    public static final Duration DEFAULT_HEARTBEAT_INTERVAL = Duration.ofSeconds(5);

    /** A heartbeat every five seconds, and builds that never stop by themselves. */
    public static final BuildOptions DEFAULT = new BuildOptions(DEFAULT_HEARTBEAT_INTERVAL, null);

    public BuildOptions {
        if (heartbeatInterval.isNegative() || heartbeatInterval.isZero()) {
            throw new IllegalArgumentException("the heartbeat interval must be positive, but is " + heartbeatInterval);
        }
        if (stopWhenIdle != null && (stopWhenIdle.isNegative() || stopWhenIdle.isZero())) {
            throw new IllegalArgumentException(
                    "the time after which an idle build stops must be positive, but is " + stopWhenIdle);
        }
    }

    /** Often enough for both. */
    Duration tick() {
        Duration idle = stopWhenIdle == null ? heartbeatInterval : stopWhenIdle.dividedBy(4);
        Duration shorter = idle.compareTo(heartbeatInterval) < 0 ? idle : heartbeatInterval;
        Duration second = Duration.ofSeconds(1);
        Duration tick = shorter.compareTo(second) > 0 ? second : shorter;
        return tick.toMillis() < 10 ? Duration.ofMillis(10) : tick;
    }
}
