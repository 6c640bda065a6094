package io.streamsboot.topology.query.internal;

import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.processor.api.ReadOnlyRecord;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.query.TimestampedKeyWithHeadersQuery;
import org.apache.kafka.streams.state.AggregationWithHeaders;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.ValueTimestampHeaders;

/** What Kafka has from 4.4 on. To be touched only if {@link KafkaFeatures#ISOLATION_AND_HEADERS} says so. */
final class Kafka44 {

    private Kafka44() {}

    static <R> StateQueryRequest<R> isolated(StateQueryRequest<R> request, IsolationLevel isolation) {
        return request.withIsolationLevel(isolation);
    }

    static <K, V> ReadOnlyKeyValueStore<K, V> isolated(ReadOnlyKeyValueStore<K, V> store, IsolationLevel isolation) {
        return store.readOnly(isolation);
    }

    static <K, V> ReadOnlyWindowStore<K, V> isolated(ReadOnlyWindowStore<K, V> store, IsolationLevel isolation) {
        return store.readOnly(isolation);
    }

    static <K, V> ReadOnlySessionStore<K, V> isolated(ReadOnlySessionStore<K, V> store, IsolationLevel isolation) {
        return store.readOnly(isolation);
    }

    static QueryableStoreType<?> keyValuesWithHeaders() {
        return QueryableStoreTypes.timestampedKeyValueStoreWithHeaders();
    }

    static QueryableStoreType<?> windowsWithHeaders() {
        return QueryableStoreTypes.timestampedWindowStoreWithHeaders();
    }

    static QueryableStoreType<?> sessionsWithHeaders() {
        return QueryableStoreTypes.sessionStoreWithHeaders();
    }

    static Query<?> get(Object key) {
        return TimestampedKeyWithHeadersQuery.withKey(key);
    }

    static Unpacked unpack(Object stored) {
        if (stored instanceof ValueTimestampHeaders<?> value) {
            return new Unpacked(value.value(), value.timestamp(), Unpacked.copy(value.headers()));
        }
        if (stored instanceof AggregationWithHeaders<?> aggregation) {
            return new Unpacked(aggregation.aggregation(), null, Unpacked.copy(aggregation.headers()));
        }
        return stored instanceof ReadOnlyRecord<?, ?> record
                ? new Unpacked(record.value(), record.timestamp(), Unpacked.copy(record.headers()))
                : new Unpacked(stored, null, null);
    }
}
