package io.streamsboot.boot.autoconfigure;

import org.jspecify.annotations.Nullable;

/** How other instances reach this one. */
public class QueryServerProperties {

    /**
     * Name or address of this instance for others. An address of this machine if it is not set.
     */
    private @Nullable String host;

    /**
     * Port of this instance for others, as in front of a proxy. The real port of the management server if it is not set.
     */
    private @Nullable Integer port;

    public @Nullable String getHost() {
        return host;
    }

    public void setHost(@Nullable String host) {
        this.host = host;
    }

    public @Nullable Integer getPort() {
        return port;
    }

    public void setPort(@Nullable Integer port) {
        this.port = port;
    }
}
