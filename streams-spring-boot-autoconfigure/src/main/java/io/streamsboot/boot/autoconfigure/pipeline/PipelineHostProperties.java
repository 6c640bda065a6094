package io.streamsboot.boot.autoconfigure.pipeline;

import io.streamsboot.pipeline.host.HttpPipelineHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host of pipelines that is asked over HTTP. */
public class PipelineHostProperties {

    /**
     * Address of the host. There is none if it is not set.
     */
    private @Nullable String url;

    /**
     * Names of the pipelines that this application runs for the host.
     */
    private List<String> pipelines = new ArrayList<>();

    /**
     * Headers of every request to the host, such as Authorization.
     */
    private final Map<String, String> headers = new HashMap<>();

    /**
     * Time that a connection may take to be made.
     */
    private Duration connectTimeout = HttpPipelineHost.DEFAULT_CONNECT_TIMEOUT;

    /**
     * Time that an answer may take.
     */
    private Duration requestTimeout = HttpPipelineHost.DEFAULT_REQUEST_TIMEOUT;

    /**
     * Name of the SSL bundle with which the host is asked.
     */
    private @Nullable String sslBundle;

    public @Nullable String getUrl() {
        return url;
    }

    public void setUrl(@Nullable String url) {
        this.url = url;
    }

    public List<String> getPipelines() {
        return pipelines;
    }

    public void setPipelines(List<String> pipelines) {
        this.pipelines = pipelines;
    }

    public Map<String, String> getHeaders() {
        return headers;
    }

    public Duration getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public Duration getRequestTimeout() {
        return requestTimeout;
    }

    public void setRequestTimeout(Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    public @Nullable String getSslBundle() {
        return sslBundle;
    }

    public void setSslBundle(@Nullable String sslBundle) {
        this.sslBundle = sslBundle;
    }
}
