package io.streamsboot.workflow;

import io.streamsboot.core.codec.RecordCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What becomes of a record, where a plain value says too little. Immutable. */
public sealed interface Outcome {

    /** A record for the output topic. A null value is a tombstone. */
    static Emit emit(@Nullable Object value) {
        return new Emit(null, value, null, null, false, Map.of());
    }

    /** A record for another topic, written as those for the output topic are. */
    static Emit emitTo(String topic, @Nullable Object value) {
        return new Emit(Objects.requireNonNull(topic, "topic"), value, null, null, false, Map.of());
    }

    /** A record for another topic with a codec of its own. */
    static <T> Emit emitTo(String topic, @Nullable T value, RecordCodec<T> codec) {
        return new Emit(Objects.requireNonNull(topic, "topic"), value, codec, null, false, Map.of());
    }

    /** A tombstone for the output topic. */
    static Emit tombstone() {
        return emit(null);
    }

    /** Several records. */
    static Outcome many(Emit... records) {
        return new Many(List.of(records));
    }

    /** Several records. */
    static Outcome many(List<Emit> records) {
        return new Many(records);
    }

    /** Nothing is written. */
    static Outcome skip() {
        return new Skip();
    }

    /** The record is set aside. */
    static Outcome dead(String reason) {
        return new Dead(reason);
    }

    /**
     * One record. It has the key of its source record unless it gets another, and its timestamp.
     *
     * @param topic the topic, or null for the output topic
     * @param value the value, or null for a tombstone
     * @param codec how the value is written, or null for the output's codec
     * @param key the key if {@code ownKey}
     * @param ownKey whether it has a key of its own, which may be null
     * @param headers headers that it gets
     */
    record Emit(
            @Nullable String topic,
            @Nullable Object value,
            @Nullable RecordCodec<?> codec,
            byte @Nullable [] key,
            boolean ownKey,
            Map<String, byte[]> headers)
            implements Outcome {

        public Emit {
            headers = Map.copyOf(headers);
        }

        /** With this key; null for none. */
        public Emit key(byte @Nullable [] bytes) {
            return new Emit(topic, value, codec, bytes, true, headers);
        }

        /** With this key in UTF-8. */
        public Emit key(String text) {
            return key(text.getBytes(StandardCharsets.UTF_8));
        }

        /** With one more header. */
        public Emit header(String name, byte[] bytes) {
            Map<String, byte[]> all = new TreeMap<>(headers);
            all.put(name, bytes);
            return new Emit(topic, value, codec, key, ownKey, all);
        }

        /** With one more header in UTF-8. */
        public Emit header(String name, String text) {
            return header(name, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Several records.
     *
     * @param records the records, in the order in which they are written
     */
    record Many(List<Emit> records) implements Outcome {

        public Many {
            records = List.copyOf(records);
        }
    }

    /** Nothing. */
    record Skip() implements Outcome {}

    /**
     * The record is set aside.
     *
     * @param reason why
     */
    record Dead(String reason) implements Outcome {

        public Dead {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
