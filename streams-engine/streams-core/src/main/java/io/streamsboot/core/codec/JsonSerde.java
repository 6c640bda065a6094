package io.streamsboot.core.codec;

import java.util.Objects;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kafka serde for one fixed type as JSON, by Jackson 3. The type comes from the program, never from the data: no header
 * is read or written. A null value stays null (a tombstone). Immutable and thread-safe.
 *
 * @param <T> type of the values
 */
public final class JsonSerde<T> implements Serde<T> {

    private final JavaType type;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    private JsonSerde(JsonMapper mapper, JavaType type) {
        this.type = type;
        this.writer = mapper.writerFor(type);
        this.reader = mapper.readerFor(type);
    }

    /**
     * A serde with Jackson's default settings.
     *
     * @param type type of the values
     * @param <T> type of the values
     * @return a new serde
     */
    public static <T> JsonSerde<T> of(Class<T> type) {
        return of(type, JsonMapper.shared());
    }

    /**
     * A serde with the application's own mapper.
     *
     * @param type type of the values
     * @param mapper the mapper, whose settings and modules apply
     * @param <T> type of the values
     * @return a new serde
     */
    public static <T> JsonSerde<T> of(Class<T> type, JsonMapper mapper) {
        Objects.requireNonNull(type, "type");
        return new JsonSerde<>(mapper, mapper.constructType(type));
    }

    /**
     * The type that is read and written.
     *
     * @return the type that the serde was made for
     */
    public Class<?> type() {
        return type.getRawClass();
    }

    @Override
    public Serializer<T> serializer() {
        return (topic, value) -> write(topic, value);
    }

    @Override
    public Deserializer<T> deserializer() {
        return (topic, bytes) -> read(topic, bytes);
    }

    private byte @Nullable [] write(String topic, @Nullable T value) {
        if (value == null) {
            return null;
        }
        try {
            return writer.writeValueAsBytes(value);
        } catch (JacksonException e) {
            throw new SerializationException(
                    "cannot write " + type.toCanonical() + " as JSON for topic " + topic + ": "
                            + e.getOriginalMessage(),
                    e);
        }
    }

    private @Nullable T read(String topic, byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return reader.readValue(bytes);
        } catch (JacksonException e) {
            throw new SerializationException(
                    "cannot read a record of topic " + topic + " as " + type.toCanonical() + ": "
                            + e.getOriginalMessage(),
                    e);
        }
    }
}
