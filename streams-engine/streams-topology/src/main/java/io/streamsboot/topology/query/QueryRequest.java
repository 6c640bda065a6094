package io.streamsboot.topology.query;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A question to a store.
 *
 * @param topology name of the topology
 * @param store name of the store
 * @param query what is asked
 * @param limit most entries of a list's page, 1 to {@value #MAX_LIMIT}
 * @param cursor where the page before ended, or null for the first page
 * @param options how good the answer has to be
 */
public record QueryRequest(
        String topology,
        String store,
        StoreQuery query,
        int limit,
        @Nullable String cursor,
        QueryOptions options) {

    /** Entries of a page unless something else is said. */
    public static final int DEFAULT_LIMIT = 100;

    /** Most entries that a page can have. */
    public static final int MAX_LIMIT = 10_000;

    public QueryRequest {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(options, "options");
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", but is " + limit);
        }
    }

    /**
     * A question with every default.
     *
     * @param topology name of the topology
     * @param store name of the store
     * @param query what is asked
     * @return a new request
     */
    public static QueryRequest of(String topology, String store, StoreQuery query) {
        return new QueryRequest(topology, store, query, DEFAULT_LIMIT, null, QueryOptions.DEFAULT);
    }

    /**
     * This request with other options.
     *
     * @param other how good the answer has to be
     * @return a new request
     */
    public QueryRequest with(QueryOptions other) {
        return new QueryRequest(topology, store, query, limit, cursor, other);
    }

    /**
     * This request for one page of a list.
     *
     * @param entries most entries of the page
     * @param after where the page before ended, or null for the first page
     * @return a new request
     */
    public QueryRequest page(int entries, @Nullable String after) {
        return new QueryRequest(topology, store, query, entries, after, options);
    }
}
