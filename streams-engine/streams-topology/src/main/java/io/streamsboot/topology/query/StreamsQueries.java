package io.streamsboot.topology.query;

import io.streamsboot.topology.StoreSerdes;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.internal.StoreQueries;
import io.streamsboot.topology.query.internal.StoreSite.Declared;
import io.streamsboot.topology.runtime.ManagedTopologies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Looks into the stores of managed topologies, wherever their partitions are. What it says is proven: a key is absent only
 * when the owner of its partition has said so while it owned it; everything else is "not ready", with a reason.
 * Thread-safe.
 *
 * <pre>{@code
 * DelayTotals totals = queries.get("airport-delays", "delay-totals", "ATL", DelayTotals.class);
 *
 * QueryResult result = queries.execute(QueryRequest.of("airport-delays", "delay-totals", StoreQuery.all()));
 * if (result instanceof QueryResult.Found found) { ... }
 * }</pre>
 */
public final class StreamsQueries implements AutoCloseable {

    private final StoreQueries stores;
    private final BiFunction<Object, Class<?>, Object> converter;

    private final List<QueryInterceptor> interceptors;

    private StreamsQueries(
            StoreQueries stores, BiFunction<Object, Class<?>, Object> converter, List<QueryInterceptor> interceptors) {
        this.stores = stores;
        this.converter = converter;
        this.interceptors = List.copyOf(interceptors);
    }

    /**
     * Starts a new way to ask.
     *
     * @param topologies the topologies whose stores are asked
     * @return a builder
     */
    public static Builder builder(ManagedTopologies topologies) {
        return new Builder(topologies);
    }

    /**
     * Answers a question, and waits for the answer up to its timeout.
     *
     * @param request the question
     * @return what came of it; no exception is thrown for what a result can say
     */
    public QueryResult execute(QueryRequest request) {
        return execute(request, 0);
    }

    private QueryResult execute(QueryRequest request, int interceptor) {
        return interceptor == interceptors.size()
                ? stores.execute(request)
                : interceptors.get(interceptor).around(request, () -> execute(request, interceptor + 1));
    }

    /**
     * The value of a key, with every default.
     *
     * @param topology name of the topology
     * @param store name of a key-value or versioned store
     * @param key the key
     * @param type type of the value; one that another instance sent is read from JSON into it
     * @param <V> type of the value
     * @return the value, or null if the key is proven to be absent
     * @throws QueryException if nothing can be said
     */
    public <V> @Nullable V get(String topology, String store, Object key, Class<V> type) {
        Object value =
                execute(QueryRequest.of(topology, store, StoreQuery.get(key))).valueOrNull();
        return value == null ? null : value(value, type);
    }

    /**
     * A value of an entry as an object, wherever it came from.
     *
     * @param value the value
     * @param type the type
     * @param <V> the type
     * @return the value itself, or what its JSON is read as
     */
    public <V> V value(Object value, Class<V> type) {
        return type.isInstance(value) ? type.cast(value) : type.cast(converter.apply(value, type));
    }

    /**
     * All entries of a list, page after page: no more than a page is ever held, and no iterator stays open between two.
     * What changes while the list is read may be in it or not.
     *
     * @param request the question; its limit is the size of a page
     * @return the entries, which need not be closed; an answer that is none throws {@link QueryException}
     */
    public Stream<QueryEntry> stream(QueryRequest request) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(new Entries(request), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    /**
     * All stores.
     *
     * @return what is known about them, in the order of topologies and stores
     */
    public List<StoreDescription> stores() {
        return stores.stores();
    }

    /** Ends the thread that watches the topologies; they go on. */
    @Override
    public void close() {
        stores.close();
    }

    private final class Entries implements Iterator<QueryEntry> {

        private final QueryRequest request;
        private Iterator<QueryEntry> page = List.<QueryEntry>of().iterator();
        private @Nullable String cursor;
        private boolean last;

        Entries(QueryRequest request) {
            this.request = request;
            this.cursor = request.cursor();
        }

        @Override
        public boolean hasNext() {
            while (!page.hasNext() && !last) {
                QueryResult result = execute(request.page(request.limit(), cursor));
                if (!(result instanceof Found found)) {
                    throw new QueryException(result);
                }
                page = found.entries().iterator();
                cursor = found.next();
                last = cursor == null;
            }
            return page.hasNext();
        }

        @Override
        public QueryEntry next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.next();
        }
    }

    /** Collects declarations. Not thread-safe. */
    public static final class Builder {

        private final ManagedTopologies topologies;
        private final Map<String, Map<String, Declared>> declared = new HashMap<>();
        private final List<QueryInterceptor> interceptors = new ArrayList<>();
        private QueryPeers peers = (peer, request, partitions, timeout) -> new NotReady(
                Reason.NOT_OWNER,
                "partitions " + partitions + " are held by " + peer.host() + ":" + peer.port()
                        + ", and there is no way to ask other instances",
                Duration.ofSeconds(1));
        private BiFunction<Object, Class<?>, Object> converter = (value, type) -> type.cast(value);

        private Builder(ManagedTopologies topologies) {
            this.topologies = topologies;
        }

        /**
         * Says what the entries of a store are made of. It wins over what the topology's definition says.
         *
         * @param topology name of the topology
         * @param serdes the store, its serdes and its partitioner
         * @param source what declares it, as errors and answers name it
         * @return this builder
         */
        public Builder declare(String topology, StoreSerdes serdes, String source) {
            declared.computeIfAbsent(topology, name -> new HashMap<>())
                    .put(serdes.store(), new Declared(serdes, source));
            return this;
        }

        /**
         * Sets how other instances are asked. Without it they are not.
         *
         * @param peers how they are asked
         * @return this builder
         */
        public Builder peers(QueryPeers peers) {
            this.peers = Objects.requireNonNull(peers, "peers");
            return this;
        }

        /**
         * Sets how a value that another instance sent becomes an object.
         *
         * @param converter from what JSON is read as and the wanted type to an object of that type
         * @return this builder
         */
        public Builder converter(BiFunction<Object, Class<?>, Object> converter) {
            this.converter = Objects.requireNonNull(converter, "converter");
            return this;
        }

        /**
         * Adds what stands around each question, the first around all others.
         *
         * @param interceptor called with each question
         * @return this builder
         */
        public Builder interceptor(QueryInterceptor interceptor) {
            interceptors.add(interceptor);
            return this;
        }

        /**
         * Begins to watch the topologies.
         *
         * @return a way to ask them; close it
         */
        public StreamsQueries build() {
            return new StreamsQueries(new StoreQueries(topologies, declared, peers), converter, interceptors);
        }
    }
}
