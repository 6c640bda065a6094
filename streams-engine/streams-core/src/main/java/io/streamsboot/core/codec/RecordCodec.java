package io.streamsboot.core.codec;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a topic become bytes and come back. Engines that read bytes themselves decode with it, so that a
 * record that cannot be decoded is one record's failure and nobody else's. Implementations are thread-safe.
 *
 * <p>Avro, Protobuf and JSON Schema come in by the serde of their registry: {@code RecordCodec.of(serde)}.
 *
 * @param <T> type of the values
 */
public interface RecordCodec<T> {

    /**
     * Reads a value.
     *
     * @param topic topic of the record
     * @param headers headers of the record; changes are not kept
     * @param bytes the value; never null, since a tombstone is not decoded
     * @return the value
     * @throws CodecUnavailableException if something that is needed for it is not there for now
     * @throws RuntimeException if the bytes are not such a value; a schema that nobody knows is of this kind
     */
    T decode(String topic, Headers headers, byte[] bytes);

    /**
     * Writes a value.
     *
     * @param topic topic that the record goes to
     * @param headers headers of the new record, which the codec may add to
     * @param value the value
     * @return its bytes; null makes a tombstone
     * @throws CodecUnavailableException if something that is needed for it is not there for now
     */
    byte @Nullable [] encode(String topic, Headers headers, T value);

    /**
     * Whether reading or writing a value may wait for another system, such as a registry of schemas. Engines then do not
     * wait longer than they are told to.
     */
    default boolean mayWait() {
        return false;
    }

    /** Values as JSON, by Jackson with its default settings. */
    static <T> RecordCodec<T> json(Class<T> type) {
        return of(JsonSerde.of(type));
    }

    /** Text in UTF-8. */
    static RecordCodec<String> string() {
        return of(Serdes.String());
    }

    /** The bytes as they are. */
    static RecordCodec<byte[]> bytes() {
        return of(Serdes.ByteArray());
    }

    /**
     * A codec of Kafka's serializer and deserializer. It {@linkplain #mayWait() may wait}, unless they are Kafka's own or
     * {@link JsonSerde}.
     *
     * @param serde the serde, configured for values; whoever made it closes it
     */
    static <T> RecordCodec<T> of(Serde<T> serde) {
        var serializer = serde.serializer();
        var deserializer = serde.deserializer();
        boolean local = serde instanceof JsonSerde || (isKafkas(serializer) && isKafkas(deserializer));
        return new RecordCodec<>() {
            @Override
            public T decode(String topic, Headers headers, byte[] bytes) {
                return deserializer.deserialize(topic, headers, bytes);
            }

            @Override
            public byte @Nullable [] encode(String topic, Headers headers, T value) {
                return serializer.serialize(topic, headers, value);
            }

            @Override
            public boolean mayWait() {
                return !local;
            }
        };
    }

    private static boolean isKafkas(Object part) {
        return part.getClass().getPackageName().equals(Serdes.class.getPackageName());
    }
}
