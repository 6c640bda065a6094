package io.streamsboot.topology.query.internal;

import io.streamsboot.core.codec.JsonSerde;
import io.streamsboot.topology.query.StoreDescription.DataType;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** What a serde tells about the type that it reads and writes. */
final class DataTypes {

    private static final Map<Class<?>, Class<?>> KAFKAS = Map.ofEntries(
            Map.entry(Serdes.StringSerde.class, String.class),
            Map.entry(Serdes.IntegerSerde.class, Integer.class),
            Map.entry(Serdes.LongSerde.class, Long.class),
            Map.entry(Serdes.ShortSerde.class, Short.class),
            Map.entry(Serdes.DoubleSerde.class, Double.class),
            Map.entry(Serdes.FloatSerde.class, Float.class),
            Map.entry(Serdes.BooleanSerde.class, Boolean.class),
            Map.entry(Serdes.UUIDSerde.class, UUID.class),
            Map.entry(Serdes.ByteArraySerde.class, byte[].class),
            Map.entry(Serdes.BytesSerde.class, Bytes.class),
            Map.entry(Serdes.ByteBufferSerde.class, ByteBuffer.class));

    private DataTypes() {}

    static DataType of(Serde<?> serde) {
        if (serde instanceof JsonSerde<?> json) {
            return new DataType(json.type().getSimpleName(), json.type());
        }
        @Nullable Class<?> known = KAFKAS.get(serde.getClass());
        String name = serde.getClass().getSimpleName();
        return new DataType(
                name.endsWith("Serde") && name.length() > 5 ? name.substring(0, name.length() - 5) : name, known);
    }
}
