package io.streamsboot.graph.state;

import org.jspecify.annotations.Nullable;

/**
 * Is told how far the input is taken in, after the snapshot that contains it is durable: for a source that keeps positions
 * itself, or for people to read. It is never read to go on: the cursor that counts lies inside the snapshot, so that a crash
 * between the two writes cannot replay old input onto newer state.
 */
public interface CursorStore {

    /** Keeps the cursor of a name. */
    void save(String name, String cursor);

    /** The cursor that was saved last, or null. */
    @Nullable String load(String name);
}
