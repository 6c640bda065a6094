package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Checks of property values whose errors name the property. */
final class PropertyChecks {

    private PropertyChecks() {}

    static @Nullable Long millis(@Nullable Duration value, long min, String key) {
        if (value == null) {
            return null;
        }
        long millis = value.toMillis();
        if (millis < min) {
            throw new InvalidConfigurationPropertyValueException(key, value, "It must be at least " + min + " ms.");
        }
        return millis;
    }

    /** Milliseconds of a positive duration that Kafka keeps in an {@code int}. */
    static @Nullable Long intMillis(@Nullable Duration value, String key) {
        Long millis = millis(value, 1, key);
        if (millis != null && millis > Integer.MAX_VALUE) {
            throw new InvalidConfigurationPropertyValueException(
                    key, value, "It must be at most " + Integer.MAX_VALUE + " ms.");
        }
        return millis;
    }
}
