package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * The settings of one topology over those of all.
 *
 * @param all what applies to all
 * @param own what applies to one
 * @param key where the latter are, as {@code streams.topologies.<name>}
 */
record PropertyLayers(TopologyProperties all, TopologyProperties own, String key) {

    <T> T value(Function<TopologyProperties, @Nullable T> getter, T standard) {
        T value = find(getter);
        return value == null ? standard : value;
    }

    Duration positive(Function<TopologyProperties, @Nullable Duration> getter, String path, Duration standard) {
        Duration value = positiveOrNull(getter, path);
        return value == null ? standard : value;
    }

    @Nullable Duration positiveOrNull(Function<TopologyProperties, @Nullable Duration> getter, String path) {
        Duration value = find(getter);
        if (value != null && (value.isZero() || value.isNegative())) {
            throw invalid(getter, path, "It must be positive.");
        }
        return value;
    }

    int atLeast(int min, Function<TopologyProperties, @Nullable Integer> getter, String path, int standard) {
        int value = value(getter, standard);
        if (value < min) {
            throw invalid(getter, path, min == 0 ? "It must not be negative." : "It must be at least " + min + ".");
        }
        return value;
    }

    <T> InvalidConfigurationPropertyValueException invalid(
            Function<TopologyProperties, @Nullable T> getter, String path, String reason) {
        String prefix = getter.apply(own) == null ? StreamsProperties.PREFIX : key;
        return new InvalidConfigurationPropertyValueException(prefix + "." + path, find(getter), reason);
    }

    private <T> @Nullable T find(Function<TopologyProperties, @Nullable T> getter) {
        T value = getter.apply(own);
        return value == null ? getter.apply(all) : value;
    }
}
