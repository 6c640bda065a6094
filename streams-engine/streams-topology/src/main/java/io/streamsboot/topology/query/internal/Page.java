package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.StoreQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The first entries of a list after a cursor, whatever the order in which they come. Holds one more than its limit. */
final class Page {

    private final QueryRequest request;
    private final StoreQuery query;
    private final Comparator<SortKey> order;
    private final @Nullable SortKey after;
    private final TreeMap<SortKey, QueryEntry> entries;
    private boolean more;

    Page(QueryRequest request, boolean descending) {
        this.request = request;
        this.query = request.query();
        this.order = descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
        this.after = SortKey.parse(request);
        this.entries = new TreeMap<>(order);
    }

    @Nullable SortKey after() {
        return after;
    }

    /**
     * Takes an entry if it belongs to the page.
     *
     * @return whether a later entry of the same sorted source could still belong to it
     */
    boolean offer(QueryEntry entry) {
        SortKey place = SortKey.of(query, entry);
        if (after != null && order.compare(place, after) <= 0) {
            return true;
        }
        entries.put(place, entry);
        if (entries.size() <= request.limit() + 1) {
            return true;
        }
        return !Objects.requireNonNull(entries.pollLastEntry()).getKey().equals(place);
    }

    void addTo(Page other) {
        entries.values().forEach(other::offer);
    }

    /** A source has more than it could give. */
    void more() {
        more = true;
    }

    List<QueryEntry> entries() {
        return new ArrayList<>(entries.values()).subList(0, Math.min(entries.size(), request.limit()));
    }

    @Nullable String next() {
        if (entries.size() > request.limit()) {
            return Objects.requireNonNull(entries.lowerKey(entries.lastKey())).cursor(request);
        }
        return more && !entries.isEmpty() ? entries.lastKey().cursor(request) : null;
    }
}
