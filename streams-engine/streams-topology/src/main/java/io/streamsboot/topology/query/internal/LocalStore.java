package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.StoreKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.InvalidStateStorePartitionException;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.StateQueryResult;
import org.apache.kafka.streams.query.TimestampedKeyQuery;
import org.apache.kafka.streams.query.WindowRangeQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a store on this instance. Kafka itself checks with each access that the partition is held: for the
 * active role, by a running thread. What it refuses becomes "not ready", never "not there".
 *
 * @param streams the client
 * @param store name of the store
 * @param partition number of the partition, or null for a global store
 * @param kind kind of the store
 * @param stale whether a copy is enough
 * @param isolation what Kafka is told about writes that are not committed, or null for nothing
 */
record LocalStore(
        KafkaStreams streams,
        String store,
        @Nullable Integer partition,
        StoreKind kind,
        boolean stale,
        @Nullable IsolationLevel isolation) {

    /** Something that was read, and the position of the store at that time. */
    record Read(@Nullable Object value, @Nullable Position position) {}

    Read get(Object key, PositionBound bound) {
        if (isolation == IsolationLevel.READ_COMMITTED) {
            // The record cache answers the second interface's question for a key with what is not committed.
            Position position = position(null, bound);
            return new Read(keyValues().get(key), position);
        }
        if (partition != null) {
            QueryResult<?> result = query(keyQuery(key), bound);
            if (result != null) {
                return new Read(result.getResult(), result.getPosition());
            }
        }
        return new Read(keyValues().get(key), null);
    }

    private Query<?> keyQuery(Object key) {
        if (kind.hasHeaders()) {
            return Kafka44.get(key);
        }
        return kind == StoreKind.TIMESTAMPED_KEY_VALUE ? TimestampedKeyQuery.withKey(key) : KeyQuery.withKey(key);
    }

    /**
     * The position of the store, if Kafka tells it. What is read afterwards is at least as new.
     *
     * @param key some key of the type that the store takes, or null
     * @param bound position that must have been reached
     */
    @Nullable Position position(@Nullable Object key, PositionBound bound) {
        if (partition == null) {
            return null;
        }
        Query<? extends KeyValueIterator<?, ?>> query;
        if (kind.isKeyValue()) {
            query = RangeQuery.withNoBounds();
        } else if (kind.isWindow()) {
            query = WindowRangeQuery.withWindowStartRange(Instant.EPOCH, Instant.EPOCH);
        } else if (key != null) {
            query = WindowRangeQuery.withKey(key);
        } else {
            return null;
        }
        QueryResult<? extends KeyValueIterator<?, ?>> result = query(query, bound);
        if (result == null) {
            return null;
        }
        result.getResult().close();
        return result.getPosition();
    }

    /**
     * Asks the partition by Kafka's second query interface.
     *
     * @return the result, or null if the store does not know such questions
     */
    <R> @Nullable QueryResult<R> query(Query<R> query, PositionBound bound) {
        int number = Objects.requireNonNull(partition);
        StateQueryRequest<R> request = StateQueryRequest.inStore(store)
                .withQuery(query)
                .withPartitions(Set.of(number))
                .withPositionBound(bound);
        if (isolation != null) {
            request = Kafka44.isolated(request, isolation);
        }
        StateQueryResult<R> results = streams.query(stale ? request : request.requireActive());
        QueryResult<R> result = results.getPartitionResults().get(number);
        if (result == null) {
            throw Unanswered.notReady(Reason.NOT_OWNER, "this instance does not hold partition " + number);
        }
        if (result.isSuccess()) {
            requireReached(result.getPosition(), bound, number);
            return result;
        }
        switch (result.getFailureReason()) {
            case UNKNOWN_QUERY_TYPE -> {
                return null;
            }
            case NOT_UP_TO_BOUND ->
                throw Unanswered.notReady(
                        Reason.BEHIND, "partition " + number + " is at " + result.getPosition() + " only");
            case NOT_ACTIVE ->
                throw Unanswered.notReady(
                        Reason.NOT_OWNER,
                        "this instance does not hold partition " + number + " as the active one that runs");
            case NOT_PRESENT, DOES_NOT_EXIST ->
                throw Unanswered.notReady(Reason.NOT_OWNER, "this instance does not hold partition " + number);
            default -> throw Unanswered.failed("Store '" + store + "': " + result.getFailureMessage(), null);
        }
    }

    /** What a cache answers is not compared with the bound by Kafka. */
    private static void requireReached(@Nullable Position position, PositionBound bound, int partition) {
        if (bound.isUnbounded()) {
            return;
        }
        Position wanted = bound.position();
        for (String topic : wanted.getTopics()) {
            Long offset = wanted.getPartitionPositions(topic).get(partition);
            Long reached = position == null
                    ? null
                    : position.getPartitionPositions(topic).get(partition);
            if (offset != null && (reached == null || reached < offset)) {
                throw Unanswered.notReady(Reason.BEHIND, "partition " + partition + " is at " + position + " only");
            }
        }
    }

    /** Throws unless the partition is still held, so that what was read before was read from its owner. */
    void verify() {
        if (kind.isKeyValue()) {
            keyValues().approximateNumEntries();
        } else if (kind.isWindow()) {
            windows().fetchAll(Instant.EPOCH, Instant.EPOCH).close();
        } else if (kind.isSession()) {
            sessions().fetch(null, null).close();
        }
    }

    ReadOnlyKeyValueStore<Object, Object> keyValues() {
        ReadOnlyKeyValueStore<Object, Object> opened = open(
                switch (kind) {
                    case TIMESTAMPED_KEY_VALUE_WITH_HEADERS -> Kafka44.keyValuesWithHeaders();
                    case TIMESTAMPED_KEY_VALUE -> QueryableStoreTypes.timestampedKeyValueStore();
                    default -> QueryableStoreTypes.keyValueStore();
                });
        return isolation == null ? opened : Kafka44.isolated(opened, isolation);
    }

    ReadOnlyWindowStore<Object, Object> windows() {
        ReadOnlyWindowStore<Object, Object> opened = open(
                switch (kind) {
                    case TIMESTAMPED_WINDOW_WITH_HEADERS -> Kafka44.windowsWithHeaders();
                    case TIMESTAMPED_WINDOW -> QueryableStoreTypes.timestampedWindowStore();
                    default -> QueryableStoreTypes.windowStore();
                });
        return isolation == null ? opened : Kafka44.isolated(opened, isolation);
    }

    ReadOnlySessionStore<Object, Object> sessions() {
        ReadOnlySessionStore<Object, Object> opened =
                open(kind.hasHeaders() ? Kafka44.sessionsWithHeaders() : QueryableStoreTypes.sessionStore());
        return isolation == null ? opened : Kafka44.isolated(opened, isolation);
    }

    /** The store's own types are not known here; keys are checked by the store's serde. */
    @SuppressWarnings("unchecked")
    private <S> S open(QueryableStoreType<?> type) {
        StoreQueryParameters<S> parameters = StoreQueryParameters.fromNameAndType(store, (QueryableStoreType<S>) type);
        if (partition != null) {
            parameters = parameters.withPartition(partition);
        }
        return streams.store(stale ? parameters.enableStaleStores() : parameters);
    }

    /** What Kafka means when it refuses to show a store. */
    static Unanswered refused(RuntimeException failure) {
        if (failure instanceof InvalidStateStorePartitionException) {
            return Unanswered.notReady(Reason.NOT_OWNER, "this instance does not hold the partition");
        }
        return Unanswered.notReady(Reason.REBALANCING, KeyCodec.shortened(failure.getMessage()));
    }

    static boolean isRefusal(RuntimeException failure) {
        return failure instanceof InvalidStateStoreException || failure instanceof IllegalStateException;
    }

    static Map<String, Map<Integer, Long>> offsets(Position position) {
        Map<String, Map<Integer, Long>> offsets = new TreeMap<>();
        for (String topic : position.getTopics()) {
            offsets.put(topic, new TreeMap<>(position.getPartitionPositions(topic)));
        }
        return offsets;
    }

    static PositionBound bound(Map<String, Map<Integer, Long>> offsets) {
        return offsets.isEmpty()
                ? PositionBound.unbounded()
                : PositionBound.at(Position.fromMap(new HashMap<>(offsets)));
    }
}
