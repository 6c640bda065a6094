package io.streamsboot.core.deadletter;

import java.util.Locale;

/** What can be done with dead letters. */
public enum DeadLetterAction {
    /** Sends the records again. */
    REPLAY,
    /** Gives the records up. */
    PURGE;

    /**
     * Its name in marks and endpoints.
     *
     * @return the name in lower case
     */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
