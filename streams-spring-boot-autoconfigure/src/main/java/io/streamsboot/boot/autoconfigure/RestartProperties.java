package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** What happens when a topology fails. */
public class RestartProperties {

    /**
     * Number of restarts in a row before a topology is quarantined.
     */
    private @Nullable Integer attempts;

    /**
     * Time of running without failure after which the attempts count from the beginning.
     */
    private @Nullable Duration resetAfter;

    @NestedConfigurationProperty
    private final BackoffProperties backoff = new BackoffProperties();

    public @Nullable Integer getAttempts() {
        return attempts;
    }

    public void setAttempts(@Nullable Integer attempts) {
        this.attempts = attempts;
    }

    public @Nullable Duration getResetAfter() {
        return resetAfter;
    }

    public void setResetAfter(@Nullable Duration resetAfter) {
        this.resetAfter = resetAfter;
    }

    public BackoffProperties getBackoff() {
        return backoff;
    }
}
