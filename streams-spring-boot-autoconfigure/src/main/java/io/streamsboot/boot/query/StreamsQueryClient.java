package io.streamsboot.boot.query;

import io.streamsboot.core.http.BoundedHttpClient;
import io.streamsboot.topology.query.QueryException;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.TextKey;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Asks the stores of an application from another program, by its endpoint. Needs no Spring. The results are those of
 * {@link io.streamsboot.topology.query.StreamsQueries}; keys and values are JSON nodes. Thread-safe.
 *
 * <pre>{@code
 * StreamsQueryClient client = StreamsQueryClient.builder(URI.create("http://board:8080/actuator/streamsstores")).build();
 * DelayTotals totals = client.get("airport-delays", "delay-totals", "ATL", DelayTotals.class);
 * }</pre>
 */
public final class StreamsQueryClient {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final Duration SLACK = Duration.ofSeconds(2);

    private final URI endpoint;
    private final Exchange exchange;
    private final List<QueryPeerRequestCustomizer> customizers;

    private StreamsQueryClient(URI endpoint, Exchange exchange, List<QueryPeerRequestCustomizer> customizers) {
        this.endpoint = endpoint;
        this.exchange = exchange;
        this.customizers = List.copyOf(customizers);
    }

    /**
     * Starts a new client.
     *
     * @param endpoint address of the endpoint, {@code /actuator/streamsstores} included
     * @return a builder
     */
    public static Builder builder(URI endpoint) {
        return new Builder(endpoint);
    }

    /**
     * Asks a question, and waits for the answer up to its timeout.
     *
     * @param request the question; keys that are no text are written as the guide says: numbers and UUIDs as text, bytes as
     *     base64, all others as JSON
     * @return what came of it
     */
    public QueryResult execute(QueryRequest request) {
        QueryRequest written = new QueryRequest(
                request.topology(),
                request.store(),
                written(request.query()),
                request.limit(),
                request.cursor(),
                request.options());
        Duration patience = request.options().timeout().plus(SLACK);
        String path = PeerQuery.of(
                written, request.options().partitions(), request.options().timeout());
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(endpoint + path))
                .header("Accept", "application/json")
                .GET();
        customizers.forEach(customizer -> customizer.customize(builder));
        return exchange.send(
                endpoint.getAuthority(), builder, written, request.options().partitions(), patience);
    }

    /**
     * The value of a key, with every default.
     *
     * @param topology name of the topology
     * @param store name of a key-value or versioned store
     * @param key the key
     * @param type type as which the value's JSON is read
     * @param <V> type of the value
     * @return the value, or null if the key is proven to be absent
     * @throws QueryException if nothing can be said
     */
    public <V> @Nullable V get(String topology, String store, Object key, Class<V> type) {
        Object value =
                execute(QueryRequest.of(topology, store, StoreQuery.get(key))).valueOrNull();
        return value == null ? null : MAPPER.convertValue(value, type);
    }

    private static StoreQuery written(StoreQuery query) {
        if (query instanceof StoreQuery.Get get) {
            return new StoreQuery.Get(text(get.key()), get.asOf());
        }
        if (query instanceof StoreQuery.Range range) {
            return new StoreQuery.Range(
                    range.from() == null ? null : text(range.from()),
                    range.to() == null ? null : text(range.to()),
                    range.descending());
        }
        if (query instanceof StoreQuery.Prefix prefix) {
            return new StoreQuery.Prefix(text(prefix.prefix()));
        }
        if (query instanceof StoreQuery.Windows windows) {
            return new StoreQuery.Windows(
                    text(windows.key()), windows.timeFrom(), windows.timeTo(), windows.descending());
        }
        if (query instanceof StoreQuery.History history) {
            return new StoreQuery.History(
                    text(history.key()), history.timeFrom(), history.timeTo(), history.descending());
        }
        return query;
    }

    private static TextKey text(Object key) {
        if (key instanceof TextKey text) {
            return text;
        }
        if (key instanceof CharSequence || key instanceof Number || key instanceof UUID || key instanceof Boolean) {
            return TextKey.of(key.toString());
        }
        return TextKey.of(
                key instanceof byte[] bytes
                        ? Base64.getEncoder().encodeToString(bytes)
                        : MAPPER.writeValueAsString(key));
    }

    /** Collects settings. Not thread-safe. */
    public static final class Builder {

        private final URI endpoint;
        private final List<QueryPeerRequestCustomizer> customizers = new ArrayList<>();
        private Duration connectTimeout = Duration.ofSeconds(2);
        private long maxResponseSize = 16L << 20;
        private @Nullable SSLContext ssl;

        private Builder(URI endpoint) {
            this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        }

        /**
         * Adds what changes each request, as to authenticate it.
         *
         * @param customizer called in the order in which it is added
         * @return this builder
         */
        public Builder customizer(QueryPeerRequestCustomizer customizer) {
            customizers.add(customizer);
            return this;
        }

        /**
         * Sets how long a connection may take to be made.
         *
         * @param timeout positive
         * @return this builder
         */
        public Builder connectTimeout(Duration timeout) {
            this.connectTimeout = timeout;
            return this;
        }

        /**
         * Sets how large an answer may be.
         *
         * @param bytes most bytes
         * @return this builder
         */
        public Builder maxResponseSize(long bytes) {
            this.maxResponseSize = bytes;
            return this;
        }

        /**
         * Sets certificates.
         *
         * @param context certificates that are trusted and shown
         * @return this builder
         */
        public Builder ssl(SSLContext context) {
            this.ssl = context;
            return this;
        }

        /**
         * The finished client.
         *
         * @return a new client
         */
        public StreamsQueryClient build() {
            return new StreamsQueryClient(
                    endpoint, new Exchange(new BoundedHttpClient(connectTimeout, maxResponseSize, ssl)), customizers);
        }
    }
}
