package io.streamsboot.topology.runtime;

import io.streamsboot.core.Backoff;
import java.time.Duration;
import java.util.Objects;

/**
 * What happens when a topology fails: it is started again after a backoff, and left alone after too many failures in a
 * row.
 *
 * @param backoff delay before each restart
 * @param attempts restarts before quarantine; 0 quarantines at the first failure
 * @param resetAfter time of running without failure after which the attempts count from the beginning
 */
public record RestartPolicy(Backoff backoff, int attempts, Duration resetAfter) {

    /** One second, doubled up to a minute, ten attempts, forgotten after ten minutes of running. */
    public static final RestartPolicy DEFAULT = new RestartPolicy(
            new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0.2), 10, Duration.ofMinutes(10));

    public RestartPolicy {
        Objects.requireNonNull(backoff, "backoff");
        if (attempts < 0) {
            throw new IllegalArgumentException("restart: attempts must not be negative, but is " + attempts);
        }
        if (resetAfter.isNegative() || resetAfter.isZero()) {
            throw new IllegalArgumentException("restart: resetAfter must be positive, but is " + resetAfter);
        }
    }
}
