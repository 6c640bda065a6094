package io.streamsboot.pipeline.internal.aggregate;

import io.streamsboot.pipeline.internal.time.Origin;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One result in the making. What it comes to does not depend on the order of what is added and merged. */
interface Accumulator {

    /** Adds a value that is not null, and that {@link Aggregator#check} has accepted. */
    void add(Object value, Origin origin);

    /** Adds all that another of the same kind has. */
    void merge(Accumulator other);

    /** The result. */
    @Nullable Object result();

    void write(DataOutput out) throws IOException;

    void read(DataInput in) throws IOException;
}
