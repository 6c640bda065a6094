package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.internal.time.Bits;
import io.streamsboot.pipeline.internal.time.Origin;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One of the values: the first or the last by event time and place, the smallest or the largest. */
final class Chosen implements Accumulator {

    private final String op;
    private @Nullable Object value;
    private @Nullable Origin origin;

    Chosen(String op) {
        this.op = op;
    }

    @Override
    public void add(Object candidate, Origin from) {
        if (value == null || origin == null || isBetter(candidate, from, value, origin)) {
            value = candidate;
            origin = from;
        }
    }

    private boolean isBetter(Object candidate, Origin from, Object held, Origin heldFrom) {
        if (op.equals("first")) {
            return from.compareTo(heldFrom) < 0;
        } else if (op.equals("last")) {
            return from.compareTo(heldFrom) > 0;
        }
        int order = JsonValues.ORDER.compare(candidate, held);
        return op.equals("min") ? order < 0 : order > 0;
    }

    @Override
    public void merge(Accumulator other) {
        Chosen that = (Chosen) other;
        if (that.value != null && that.origin != null) {
            add(that.value, that.origin);
        }
    }

    @Override
    public @Nullable Object result() {
        return value;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        Bits.bytes(out, value == null ? null : JsonValues.write(value));
        if (origin != null) {
            Bits.origin(out, origin);
        }
    }

    @Override
    public void read(DataInput in) throws IOException {
        byte[] json = Bits.bytes(in);
        if (json != null) {
            value = JsonValues.read(json);
            origin = Bits.origin(in);
        }
    }
}
