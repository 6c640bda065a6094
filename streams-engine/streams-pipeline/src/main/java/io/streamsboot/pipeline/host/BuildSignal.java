package io.streamsboot.pipeline.host;

import java.util.Locale;

/** What a host answers to a heartbeat. */
public enum BuildSignal {
    /** The build goes on. */
    CONTINUE,
    /** The host, or what it asks, is away; the build goes on. */
    CONTINUE_UNREACHABLE,
    /** The build ends in order: what was processed is flushed and committed. */
    STOP;

    /**
     * The name in the contract of a host over HTTP.
     *
     * @return the constant's name in lower case, with hyphens
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
