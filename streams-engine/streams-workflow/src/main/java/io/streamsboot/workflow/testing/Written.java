package io.streamsboot.workflow.testing;

import io.streamsboot.workflow.run.internal.Output;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record that a run writes, as text. What is not text in UTF-8 reads badly but compares well.
 *
 * @param topic where to
 * @param key its key, or null
 * @param value its value, or null for a tombstone
 * @param headers its headers, the run's id among them
 */
public record Written(
        String topic, @Nullable String key, @Nullable String value, Map<String, String> headers) {

    public Written {
        headers = Map.copyOf(headers);
    }

    static Written of(Output output) {
        Map<String, String> headers = new LinkedHashMap<>();
        output.headers().forEach(header -> headers.put(header.key(), String.valueOf(text(header.value()))));
        return new Written(output.topic(), text(output.key()), text(output.value()), headers);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
