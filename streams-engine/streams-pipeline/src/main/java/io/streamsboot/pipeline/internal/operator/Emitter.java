package io.streamsboot.pipeline.internal.operator;

import org.jspecify.annotations.Nullable;

/** Takes what an operator brings forth. */
public interface Emitter {

    /**
     * A row.
     *
     * @param recordKey key of the record
     * @param value JSON
     * @param time event time
     */
    void emit(byte @Nullable [] recordKey, byte[] value, long time);
}
