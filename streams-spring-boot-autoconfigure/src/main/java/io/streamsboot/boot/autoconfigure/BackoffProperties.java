package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Pauses between tries. */
public class BackoffProperties {

    /**
     * Pause before the first further try.
     */
    private @Nullable Duration initial;

    /**
     * Growth of the pause from one try to the next.
     */
    private @Nullable Double multiplier;

    /**
     * Upper bound of the pause.
     */
    private @Nullable Duration max;

    /**
     * Share of the pause that is random, between 0 and 1.
     */
    private @Nullable Double jitter;

    public @Nullable Duration getInitial() {
        return initial;
    }

    public void setInitial(@Nullable Duration initial) {
        this.initial = initial;
    }

    public @Nullable Double getMultiplier() {
        return multiplier;
    }

    public void setMultiplier(@Nullable Double multiplier) {
        this.multiplier = multiplier;
    }

    public @Nullable Duration getMax() {
        return max;
    }

    public void setMax(@Nullable Duration max) {
        this.max = max;
    }

    public @Nullable Double getJitter() {
        return jitter;
    }

    public void setJitter(@Nullable Double jitter) {
        this.jitter = jitter;
    }
}
