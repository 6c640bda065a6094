package io.streamsboot.devbroker.internal;

import java.util.Map;
import java.util.Objects;

/** A topic to be created when it is missing. */
public record TopicSpec(String name, int partitions, Map<String, String> configs) {

    public TopicSpec {
        Objects.requireNonNull(name, "name");
        if (name.isBlank()) {
            throw new IllegalArgumentException("A topic of the dev broker has a blank name; give it one");
        }
        if (partitions < 1) {
            throw new IllegalArgumentException(
                    "Topic '" + name + "' has " + partitions + " partitions; give it at least one");
        }
        configs = Map.copyOf(configs);
    }
}
