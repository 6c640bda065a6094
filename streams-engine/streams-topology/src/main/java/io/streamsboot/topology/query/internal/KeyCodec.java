package io.streamsboot.topology.query.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.streamsboot.topology.query.TextKey;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a store as text, objects and bytes.
 *
 * @param store name of the store, for messages
 * @param topic topic under which keys are serialized
 * @param serde serde of the keys
 * @param source what declares it
 */
record KeyCodec(String store, String topic, Serde<?> serde, String source) {

    /** Type of the keys, as it is shown. */
    String type() {
        return DataTypes.of(serde).name();
    }

    private boolean isJson() {
        return serde.getClass().getSimpleName().toLowerCase(Locale.ROOT).contains("json");
    }

    /** Whether a serialized prefix of a key is the beginning of the serialized key. */
    boolean hasPrefixes() {
        return serde instanceof Serdes.StringSerde
                || serde instanceof Serdes.ByteArraySerde
                || serde instanceof Serdes.BytesSerde;
    }

    Object object(Object key, String what) {
        return key instanceof TextKey text ? parse(text, what) : key;
    }

    private Object parse(TextKey key, String what) {
        String text = key.text();
        try {
            if (key.serialized()) {
                return object(Base64.getUrlDecoder().decode(text));
            }
            if (serde instanceof Serdes.StringSerde) {
                return text;
            }
            if (serde instanceof Serdes.IntegerSerde) {
                return Integer.valueOf(text);
            }
            if (serde instanceof Serdes.LongSerde) {
                return Long.valueOf(text);
            }
            if (serde instanceof Serdes.ShortSerde) {
                return Short.valueOf(text);
            }
            if (serde instanceof Serdes.DoubleSerde) {
                return Double.valueOf(text);
            }
            if (serde instanceof Serdes.FloatSerde) {
                return Float.valueOf(text);
            }
            if (serde instanceof Serdes.UUIDSerde) {
                UUID uuid = UUID.fromString(text);
                if (!uuid.toString().equalsIgnoreCase(text)) {
                    throw new IllegalArgumentException("not in the form 8-4-4-4-12");
                }
                return uuid;
            }
            if (serde instanceof Serdes.BooleanSerde) {
                return bool(text);
            }
            if (isJson()) {
                return object(text.getBytes(UTF_8));
            }
            return object(base64(text));
        } catch (Unanswered e) {
            throw e;
        } catch (RuntimeException e) {
            throw Unanswered.invalid("'" + what + "' is not " + expected(key) + ": " + shortened(e.getMessage())
                    + ". Keys of store '" + store + "' are declared by " + source + ".");
        }
    }

    private String expected(TextKey key) {
        if (key.serialized()) {
            return "base64 of a serialized key";
        }
        if (isJson()) {
            return "a key as JSON";
        }
        return hasPrefixes() || !(serde.getClass().getName().startsWith("org.apache.kafka.common"))
                ? "base64 of a serialized key"
                : "a key of type " + type();
    }

    private static Object bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("only true and false are");
        }
        return Boolean.valueOf(text);
    }

    private static byte[] base64(String text) {
        return text.indexOf('-') >= 0 || text.indexOf('_') >= 0
                ? Base64.getUrlDecoder().decode(text)
                : Base64.getDecoder().decode(text);
    }

    Object object(byte[] bytes) {
        Object key = serde.deserializer().deserialize(topic, bytes);
        if (key == null) {
            throw new IllegalArgumentException("there is no key in it");
        }
        return key;
    }

    byte[] bytes(Object key) {
        byte[] bytes;
        try {
            bytes = serializer().serialize(topic, key);
        } catch (RuntimeException e) {
            throw Unanswered.invalid("A key of type " + key.getClass().getName() + " of store '" + store
                    + "' cannot be serialized by " + type() + ", which is declared by " + source + ": "
                    + shortened(e.getMessage()) + ". Declare the serde of its keys.");
        }
        if (bytes == null) {
            throw Unanswered.invalid("The key of store '" + store + "' serializes to nothing.");
        }
        return bytes;
    }

    @SuppressWarnings("unchecked")
    Serializer<Object> serializer() {
        return (Serializer<Object>) serde.serializer();
    }

    static String shortened(@Nullable String message) {
        String text = String.valueOf(message).replace('\n', ' ');
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    /** Keys as they are shown: what is only bytes becomes base64. */
    static Object shown(Object key) {
        if (key instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        if (key instanceof Bytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.get());
        }
        if (key instanceof ByteBuffer buffer) {
            byte[] copy = new byte[buffer.remaining()];
            buffer.duplicate().get(copy);
            return Base64.getEncoder().encodeToString(copy);
        }
        return key;
    }
}
