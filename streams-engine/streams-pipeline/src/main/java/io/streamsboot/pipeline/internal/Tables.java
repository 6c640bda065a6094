package io.streamsboot.pipeline.internal;

import org.jspecify.annotations.Nullable;

/** The tables that rows are looked up in. */
@FunctionalInterface
public interface Tables {

    /** The row of a table under a key, null if there is none. */
    byte @Nullable [] get(String table, byte[] key);
}
