package io.streamsboot.pipeline.internal.operator;

import io.streamsboot.pipeline.internal.aggregate.JsonValues;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keys of rows, and keys of a state that begin with them. */
public final class Keys {

    private Keys() {}

    /** A key of values: the same bytes for equal values. */
    public static byte[] of(List<? extends @Nullable Object> values) {
        List<@Nullable Object> canonical = new ArrayList<>();
        values.forEach(value -> canonical.add(JsonValues.canonical(value)));
        return JsonValues.write(canonical);
    }

    /** The values of a key. */
    static List<?> values(byte[] key) {
        return (List<?>) Objects.requireNonNull(JsonValues.read(key));
    }

    /** Puts the values of a key into a row. */
    static void columns(byte[] key, List<String> names, Map<String, @Nullable Object> into) {
        List<?> values = values(key);
        for (int i = 0; i < names.size(); i++) {
            into.put(names.get(i), values.get(i));
        }
    }

    /** The key of a record: the value of a single column as text, several as a JSON list, none as no key. */
    static byte @Nullable [] recordKey(byte[] key) {
        List<?> values = values(key);
        if (values.isEmpty()) {
            return null;
        }
        return values.size() == 1 ? text(values.get(0)) : key;
    }

    /** A string as it is, other values by their JSON. */
    public static byte[] text(@Nullable Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : JsonValues.write(value);
    }

    /** A letter, the length of the key, the key, and more. */
    static byte[] join(char letter, byte[] key, byte[]... more) {
        int length = 1 + Integer.BYTES + key.length;
        for (byte[] part : more) {
            length += part.length;
        }
        ByteBuffer buffer = ByteBuffer.allocate(length)
                .put((byte) letter)
                .putInt(key.length)
                .put(key);
        for (byte[] part : more) {
            buffer.put(part);
        }
        return buffer.array();
    }

    /** A time that is ordered as bytes. */
    static byte[] time(long time) {
        return ByteBuffer.allocate(Long.BYTES).putLong(time ^ Long.MIN_VALUE).array();
    }

    static long time(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).getLong(at) ^ Long.MIN_VALUE;
    }
}
