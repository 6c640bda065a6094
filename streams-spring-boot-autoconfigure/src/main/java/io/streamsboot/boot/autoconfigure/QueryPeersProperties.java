package io.streamsboot.boot.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** How this instance asks others. All instances of an application must have the same settings. */
public class QueryPeersProperties {

    /**
     * Whether other instances are asked for what this one does not hold.
     */
    private boolean enabled = true;

    /**
     * Whether other instances are asked by TLS. They are if an SSL bundle is set.
     */
    private boolean https;

    /**
     * Path of the endpoint. Derived from the paths of the server and its endpoints if it is not set.
     */
    private @Nullable String path;

    /**
     * Addresses, blocks of addresses (10.1.0.0/16), names and endings of names (*.example.org) that may be asked. All
     * private addresses if none is set.
     */
    private List<String> allowed = new ArrayList<>();

    /**
     * Time that a connection may take to be made.
     */
    private Duration connectTimeout = Duration.ofSeconds(1);

    /**
     * Time that an answer may take.
     */
    private Duration readTimeout = Duration.ofSeconds(10);

    /**
     * Size that an answer may have.
     */
    private DataSize maxResponseSize = DataSize.ofMegabytes(16);

    /**
     * Name of the SSL bundle with which other instances are asked.
     */
    private @Nullable String sslBundle;

    public boolean isEnabled() {
        return enabled;
    }

    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    public boolean isHttps() {
        return https;
    }

    public void setHttps(boolean https) {
        this.https = https;
    }

    public @Nullable String getPath() {
        return path;
    }

    public void setPath(@Nullable String path) {
        this.path = path;
    }

    public List<String> getAllowed() {
        return allowed;
    }

    public void setAllowed(List<String> allowed) {
        this.allowed = allowed;
    }

    public Duration getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public Duration getReadTimeout() {
        return readTimeout;
    }

    public void setReadTimeout(Duration readTimeout) {
        this.readTimeout = readTimeout;
    }

    public DataSize getMaxResponseSize() {
        return maxResponseSize;
    }

    public void setMaxResponseSize(DataSize maxResponseSize) {
        this.maxResponseSize = maxResponseSize;
    }

    public @Nullable String getSslBundle() {
        return sslBundle;
    }

    public void setSslBundle(@Nullable String sslBundle) {
        this.sslBundle = sslBundle;
    }
}
