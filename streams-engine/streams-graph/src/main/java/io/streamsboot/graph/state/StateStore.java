package io.streamsboot.graph.state;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps bytes under names. A save replaces what was there in one piece: after a crash, a load gives the old or the new. Names
 * are not blank and may contain any characters. Implementations say whether they are thread-safe, and throw
 * {@link io.streamsboot.graph.StateException} when they fail.
 */
public interface StateStore {

    /** Keeps the bytes, durably when this returns. */
    void save(String name, byte[] bytes);

    /** The bytes that were saved last, or null. */
    byte @Nullable [] load(String name);

    /** The names under which there is something. */
    Set<String> names();

    /** Forgets a name, if there is such. */
    void delete(String name);
}
