package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a graph keeps its state; what is not set is as the graph's bean has it. */
public class GraphProperties {

    /**
     * Number of keys that each task keeps as objects.
     */
    private @Nullable Integer hotKeys;

    /**
     * Time that stream time must be past the last record of a key until its state is forgotten.
     */
    private @Nullable Duration expireAfter;

    /**
     * Where the states of keys lie, beside their changelog.
     */
    private @Nullable Storage storage;

    public @Nullable Integer getHotKeys() {
        return hotKeys;
    }

    public void setHotKeys(@Nullable Integer hotKeys) {
        this.hotKeys = hotKeys;
    }

    public @Nullable Duration getExpireAfter() {
        return expireAfter;
    }

    public void setExpireAfter(@Nullable Duration expireAfter) {
        this.expireAfter = expireAfter;
    }

    public @Nullable Storage getStorage() {
        return storage;
    }

    public void setStorage(@Nullable Storage storage) {
        this.storage = storage;
    }

    /** Where states lie. */
    public enum Storage {

        /** On disk. */
        PERSISTENT,

        /** On the heap. */
        IN_MEMORY
    }
}
