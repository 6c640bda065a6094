package io.streamsboot.pipeline.definition;

import java.util.Locale;

/** What becomes of a record that is not a row, or whose steps fail. */
public enum BadData {
    /**
     * It fails: the topology's dead letters take it, and where those are off, the topology fails and does not go past it.
     */
    DEAD_LETTER,
    /** The topology fails and does not go past it, dead letters or not. */
    FAIL,
    /** It is dropped and counted. */
    DROP,
    /** A row with its text in {@code _rescued_data} takes its place, and null in the columns that are known. */
    RESCUE;

    /**
     * The name in definitions.
     *
     * @return the constant's name in lower case, with hyphens
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
