package io.streamsboot.workflow.testing;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A record for a test. Immutable, apart from its arrays.
 *
 * @param key its key, or null
 * @param value its value in bytes, or null for a tombstone
 * @param timestamp its timestamp in milliseconds since 1970
 * @param headers its headers
 */
public record TestRecord(byte @Nullable [] key, byte @Nullable [] value, long timestamp, Map<String, byte[]> headers) {

    public TestRecord {
        headers = Map.copyOf(headers);
    }

    /** A record with text for key and value. */
    public static TestRecord of(@Nullable String key, @Nullable String value) {
        return new TestRecord(utf8(key), utf8(value), 0, Map.of());
    }

    /** With one more header. */
    public TestRecord header(String name, String text) {
        Map<String, byte[]> all = new TreeMap<>(headers);
        all.put(name, text.getBytes(StandardCharsets.UTF_8));
        return new TestRecord(key, value, timestamp, all);
    }

    private static byte @Nullable [] utf8(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }
}
