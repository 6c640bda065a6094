package io.streamsboot.topology.deadletter;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * How a topology reads a topic, to show people what is in a record. As thread-safe as its serdes.
 *
 * @param key of the keys; null if the topology names none
 * @param value of the values; null if the topology names none
 */
public record SourceSerdes(@Nullable Serde<?> key, @Nullable Serde<?> value) {

    /** Nothing is known. */
    public static final SourceSerdes NONE = new SourceSerdes(null, null);

    /**
     * A key as its class shows itself.
     *
     * @param topic topic of the record
     * @param headers headers of the record
     * @param bytes the key
     * @return its text; null if there is none, or it cannot be decoded
     */
    public @Nullable String showKey(String topic, Iterable<Header> headers, byte @Nullable [] bytes) {
        return show(key, topic, headers, bytes);
    }

    /**
     * A value as its class shows itself.
     *
     * @param topic topic of the record
     * @param headers headers of the record
     * @param bytes the value
     * @return its text; null if there is none, or it cannot be decoded
     */
    public @Nullable String showValue(String topic, Iterable<Header> headers, byte @Nullable [] bytes) {
        return show(value, topic, headers, bytes);
    }

    /** What a user's class throws only means that there is nothing to show; an Error is none of ours. */
    private static @Nullable String show(
            @Nullable Serde<?> serde, String topic, Iterable<Header> headers, byte @Nullable [] bytes) {
        if (serde == null || bytes == null) {
            return null;
        }
        try {
            // A record is the public way to headers of one's own.
            Headers copied = new ProducerRecord<byte[], byte[]>(topic, null, null, null, headers).headers();
            Object shown = serde.deserializer().deserialize(topic, copied, bytes.clone());
            return shown == null
                    ? null
                    : shown instanceof byte[] raw ? new String(raw, StandardCharsets.UTF_8) : shown.toString();
        } catch (RuntimeException e) {
            return null;
        }
    }
}
