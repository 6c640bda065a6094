package io.streamsboot.core.deadletter;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A header. Kafka's own implementation is not part of its public API.
 *
 * @param key name of the header
 * @param value its value, or null
 */
public record BytesHeader(String key, byte @Nullable [] value) implements Header {

    /**
     * A header of text.
     *
     * @param key name of the header
     * @param text its value, kept in UTF-8
     * @return a new header
     */
    public static BytesHeader of(String key, String text) {
        return new BytesHeader(key, text.getBytes(StandardCharsets.UTF_8));
    }
}
