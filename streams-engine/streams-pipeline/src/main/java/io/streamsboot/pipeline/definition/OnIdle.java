package io.streamsboot.pipeline.definition;

import java.util.Locale;

/** What the watermark does when all partitions are quiet. */
public enum OnIdle {
    /** It goes on with the wall clock from the newest event time. */
    ADVANCE,
    /** All that is open is closed at once: for a replay that has an end. */
    CLOSE;

    /**
     * The name in definitions.
     *
     * @return the constant's name in lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
