package io.streamsboot.topology.deadletter.internal;

import io.streamsboot.topology.deadletter.SourceSerdes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.kstream.Consumed;
import org.jspecify.annotations.Nullable;

/** Which serdes a topology gives its sources. Thread-safe. */
final class SerdeBook {

    private final Map<String, SourceSerdes> topics = new ConcurrentHashMap<>();
    private final Map<Pattern, SourceSerdes> patterns = new ConcurrentHashMap<>();

    void note(String topic, Consumed<?, ?> consumed) {
        topics.put(topic, new Opened<>(consumed).serdes());
    }

    void note(Pattern topicPattern, Consumed<?, ?> consumed) {
        patterns.put(topicPattern, new Opened<>(consumed).serdes());
    }

    SourceSerdes of(String topic) {
        SourceSerdes named = topics.get(topic);
        if (named != null) {
            return named;
        }
        for (Map.Entry<Pattern, SourceSerdes> entry : patterns.entrySet()) {
            if (entry.getKey().matcher(topic).matches()) {
                return entry.getValue();
            }
        }
        return SourceSerdes.NONE;
    }

    /** The serdes are for subclasses only. */
    private static final class Opened<K, V> extends Consumed<K, V> {

        Opened(Consumed<K, V> consumed) {
            super(consumed);
        }

        SourceSerdes serdes() {
            @Nullable Serde<?> key = keySerde;
            @Nullable Serde<?> value = valueSerde;
            return new SourceSerdes(key, value);
        }
    }
}
