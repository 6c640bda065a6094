package io.streamsboot.pipeline.host;

import io.streamsboot.pipeline.definition.Dataset;
import io.streamsboot.pipeline.definition.PipelineDefinition;
import io.streamsboot.pipeline.definition.PipelineException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A host that answers over HTTP. Below its address it has:
 *
 * <ul>
 *   <li>{@code GET pipelines/<pipeline>/topology}: the definition, as JSON or YAML
 *   <li>{@code GET pipelines/<pipeline>/datasets/<dataset>}: where a dataset is, as a JSON object with {@code topic},
 *       {@code brokers}, {@code onBadData}, {@code source} and {@code sink}, all of which may be missing; 404 if what the
 *       definition says is right
 *   <li>{@code POST builds/<build>/heartbeat}: a JSON object with {@code signal}, one of {@code continue},
 *       {@code continue-unreachable}, {@code stop}
 *   <li>{@code PUT builds/<build>}: receives the build record of {@link BuildRecord#toMap()}, and answers 200 to 299
 * </ul>
 *
 * Redirects are not followed, and no answer may be longer than one million bytes. An answer that is late, missing or not
 * understood counts as a host that is away: the stream goes on. Before the stream runs, it is an error. Thread-safe.
 */
public final class HttpPipelineHost implements PipelineHost {

    /** Time that making a connection may take unless something else is said. */
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** Time that an answer may take unless something else is said. */
    public static final Duration DEFAULT_REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private static final int NOT_FOUND = 404;

    private final HttpExchange http;
    private final List<String> pipelines;

    private HttpPipelineHost(HttpExchange http, List<String> pipelines) {
        this.http = http;
        this.pipelines = List.copyOf(pipelines);
    }

    /**
     * Starts a host.
     *
     * @param address its address; the paths of the contract come behind it
     * @return a builder
     * @throws IllegalArgumentException if it is not an address of HTTP or HTTPS
     */
    public static Builder at(URI address) {
        return new Builder(address);
    }

    @Override
    public String name() {
        return "the host at " + http.base();
    }

    @Override
    public List<String> pipelines() {
        return pipelines;
    }

    @Override
    public String origin(String pipeline) {
        return http.address("pipelines", pipeline, "topology").toString();
    }

    @Override
    public PipelineDefinition topology(String pipeline) {
        HttpExchange.Answer answer = http.ask("GET", null, "pipelines", pipeline, "topology");
        if (answer.status() != HttpExchange.OK) {
            throw unexpected(answer, "Let the host know pipeline '" + pipeline + "', or do not ask it for this one.");
        }
        return PipelineDefinition.read(origin(pipeline), answer.text());
    }

    @Override
    public TopicBinding resolveTopic(String pipeline, Dataset dataset) {
        HttpExchange.Answer answer = http.ask("GET", null, "pipelines", pipeline, "datasets", dataset.name());
        if (answer.status() == NOT_FOUND) {
            return TopicBinding.of(dataset);
        } else if (answer.status() != HttpExchange.OK) {
            throw unexpected(answer, "Let the host answer 200, or 404 if the definition is right.");
        }
        return BindingReader.read(answer, dataset);
    }

    @Override
    public BuildSignal heartbeat(String build) {
        HttpExchange.Answer answer = http.ask("POST", Map.of(), "builds", build, "heartbeat");
        Object signal = answer.status() == HttpExchange.OK
                ? answer.fields(List.of("signal")).get("signal")
                : null;
        for (BuildSignal known : BuildSignal.values()) {
            if (known.label().equals(signal)) {
                return known;
            }
        }
        throw unexpected(answer, "Let it answer with signal continue, continue-unreachable or stop.");
    }

    @Override
    public void putRecord(String build, BuildRecord record) {
        HttpExchange.Answer answer = http.ask("PUT", record.toMap(), "builds", build);
        if (answer.status() / 100 != 2) {
            throw unexpected(answer, "Let it answer 200 to 299.");
        }
    }

    private static PipelineException unexpected(HttpExchange.Answer answer, String action) {
        return new PipelineException(
                answer.address() + " answers " + answer.status() + shown(answer.text()) + ".", action, null);
    }

    private static String shown(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.isEmpty() ? "" : ": " + (line.length() > 200 ? line.substring(0, 200) + "…" : line);
    }

    /** Collects how a host is asked. Not thread-safe. */
    public static final class Builder {

        private final URI address;
        private final List<String> pipelines = new ArrayList<>();
        private final Map<String, String> headers = new LinkedHashMap<>();
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private Duration requestTimeout = DEFAULT_REQUEST_TIMEOUT;
        private @Nullable SSLContext ssl;

        private Builder(URI address) {
            String scheme = address.getScheme();
            if ((!"http".equals(scheme) && !"https".equals(scheme))
                    || address.getHost() == null
                    || address.getRawUserInfo() != null
                    || address.getRawQuery() != null
                    || address.getRawFragment() != null) {
                throw new IllegalArgumentException(
                        "the address of a host of pipelines must be http://… or https://…, without user and query, but is "
                                + address.getScheme() + "://" + address.getHost() + address.getRawPath());
            }
            this.address = address;
        }

        /**
         * Adds a pipeline that this application runs for the host.
         *
         * @param pipeline its name
         * @return this builder
         */
        public Builder pipeline(String pipeline) {
            pipelines.add(pipeline);
            return this;
        }

        /**
         * Adds a header to every request, such as one that says who asks.
         *
         * @param name name of the header
         * @param value its value; it is never logged
         * @return this builder
         */
        public Builder header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /**
         * Says how long things may take.
         *
         * @param connect making a connection, positive
         * @param request an answer, positive
         * @return this builder
         */
        public Builder timeouts(Duration connect, Duration request) {
            for (Duration timeout : List.of(connect, request)) {
                if (timeout.isZero() || timeout.isNegative()) {
                    throw new IllegalArgumentException("a timeout must be positive, but is " + timeout);
                }
            }
            this.connectTimeout = connect;
            this.requestTimeout = request;
            return this;
        }

        /**
         * Says whom to trust, and how to show who asks.
         *
         * @param context used for HTTPS
         * @return this builder
         */
        public Builder ssl(SSLContext context) {
            this.ssl = context;
            return this;
        }

        /**
         * Makes the host. Nothing is asked yet.
         *
         * @return a host
         * @throws IllegalArgumentException if a header or a timeout cannot be used
         */
        public HttpPipelineHost build() {
            return new HttpPipelineHost(
                    new HttpExchange(address, headers, connectTimeout, requestTimeout, ssl), pipelines);
        }
    }
}
