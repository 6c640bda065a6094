package io.streamsboot.pipeline.internal.time;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bytes by keys that are ordered as unsigned bytes: a state store, or a map in a test. */
public interface State {

    /**
     * An entry.
     *
     * @param key its key
     * @param value its value
     */
    record Entry(byte[] key, byte[] value) {}

    /** The value of a key, null if there is none. */
    byte @Nullable [] get(byte[] key);

    /** Sets the value of a key, or removes it. */
    void put(byte[] key, byte @Nullable [] value);

    /** The first entries from a key (inclusive) to another (exclusive), in order. */
    List<Entry> range(byte[] from, byte[] to, int limit);
}
