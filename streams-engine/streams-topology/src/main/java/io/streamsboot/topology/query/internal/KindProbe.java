package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.StoreKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.VersionedKeyQuery;
import org.jspecify.annotations.Nullable;

/** Finds out of which kind a store is, by asking it as one kind after the other: Kafka's public API does not tell. */
final class KindProbe {

    /** A store can also be asked as one that knows less, so those that know most come first. */
    private static final List<StoreKind> ACCEPTED_BY_KAFKA = Stream.of(
                    StoreKind.TIMESTAMPED_KEY_VALUE_WITH_HEADERS,
                    StoreKind.TIMESTAMPED_KEY_VALUE,
                    StoreKind.KEY_VALUE,
                    StoreKind.TIMESTAMPED_WINDOW_WITH_HEADERS,
                    StoreKind.TIMESTAMPED_WINDOW,
                    StoreKind.WINDOW,
                    StoreKind.SESSION_WITH_HEADERS,
                    StoreKind.SESSION)
            .filter(kind -> KafkaFeatures.ISOLATION_AND_HEADERS || !kind.hasHeaders())
            .toList();

    private final Map<String, StoreKind> known = new ConcurrentHashMap<>();

    @Nullable StoreKind known(StoreSite site) {
        return known.get(id(site));
    }

    /**
     * The kind of a store.
     *
     * @param partition a partition that this instance holds, or null for a global store
     * @throws Unanswered if it cannot be said here and now
     */
    StoreKind find(KafkaStreams streams, StoreSite site, @Nullable Integer partition, boolean stale) {
        StoreKind before = known.get(id(site));
        if (before != null) {
            return before;
        }
        RuntimeException refusal = null;
        for (StoreKind kind : ACCEPTED_BY_KAFKA) {
            try {
                new LocalStore(streams, site.store(), partition, kind, stale, null).verify();
                known.put(id(site), kind);
                return kind;
            } catch (RuntimeException e) {
                if (!LocalStore.isRefusal(e)) {
                    throw e;
                }
                refusal = e;
            }
        }
        if (partition != null && isVersioned(streams, site, partition, stale)) {
            known.put(id(site), StoreKind.VERSIONED);
            return StoreKind.VERSIONED;
        }
        throw LocalStore.refused(Objects.requireNonNull(refusal));
    }

    private static boolean isVersioned(KafkaStreams streams, StoreSite site, int partition, boolean stale) {
        LocalStore store = new LocalStore(streams, site.store(), partition, StoreKind.VERSIONED, stale, null);
        try {
            return store.query(VersionedKeyQuery.withKey("?"), PositionBound.unbounded()) != null;
        } catch (StreamsException | ClassCastException e) {
            // It understood the question, and choked on the key.
            return !LocalStore.isRefusal(e);
        }
    }

    private static String id(StoreSite site) {
        return site.topology().name() + '/' + site.store();
    }
}
