package io.streamsboot.core.failure;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where in its way through an engine a record fails. */
public enum Stage {
    /** Its bytes cannot be turned into a key or a value. */
    DECODE,
    /** User code fails on it. */
    PROCESS,
    /** User code fails that was called by time and not by a record. */
    PUNCTUATE,
    /** What was made of it cannot be turned into bytes, or is refused by the broker. */
    PRODUCE,
    /** It cannot be put into a global store, be it decoded or processed. */
    GLOBAL;

    /**
     * Its name in headers, properties and metrics.
     *
     * @return the name in lower case
     */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The stage of that name.
     *
     * @param text a name in any case, or null
     * @return the stage, or null if there is none of that name
     */
    public static @Nullable Stage parse(@Nullable String text) {
        for (Stage stage : values()) {
            if (stage.name().equalsIgnoreCase(text)) {
                return stage;
            }
        }
        return null;
    }
}
