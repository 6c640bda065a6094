package io.streamsboot.topology.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Bytes as they are; fails where a record's header "fail" says so, until it is repaired. */
final class FaultySerde implements Serde<byte[]> {

    static final String FAIL = "fail";

    private final AtomicBoolean faulty;

    FaultySerde(AtomicBoolean faulty) {
        this.faulty = faulty;
    }

    static boolean isToFail(Headers headers, String where) {
        Header header = headers.lastHeader(FAIL);
        return header != null && header.value() != null && new String(header.value(), UTF_8).equals(where);
    }

    @Override
    public Serializer<byte[]> serializer() {
        return new Serializer<>() {
            @Override
            public byte[] serialize(String topic, byte[] data) {
                return data;
            }

            @Override
            public byte[] serialize(String topic, Headers headers, byte[] data) {
                if (faulty.get() && isToFail(headers, "serialize")) {
                    throw new SerializationException("cannot be encoded");
                }
                return data;
            }
        };
    }

    @Override
    public Deserializer<byte[]> deserializer() {
        return new Deserializer<>() {
            @Override
            public byte[] deserialize(String topic, byte @Nullable [] data) {
                return data;
            }

            @Override
            public byte[] deserialize(String topic, Headers headers, byte @Nullable [] data) {
                headers.add("seen-by-deserializer", new byte[] {1});
                if (faulty.get() && isToFail(headers, "decode")) {
                    headers.remove(FAIL);
                    throw new SerializationException("cannot be decoded");
                }
                return data;
            }
        };
    }
}
