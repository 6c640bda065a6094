package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryEntry.TimeWindow;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.QueryResult.WrongKind;
import io.streamsboot.topology.query.StoreKind;
import io.streamsboot.topology.query.StoreQuery;
import java.time.Instant;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.Windowed;
import org.apache.kafka.streams.query.MultiVersionedKeyQuery;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.VersionedKeyQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.ReadOnlySessionStore;
import org.apache.kafka.streams.state.ReadOnlyWindowStore;
import org.apache.kafka.streams.state.VersionedRecord;
import org.apache.kafka.streams.state.VersionedRecordIterator;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/** Reads one partition of a store on this instance for one question, whose keys are objects. */
final class PartReader {

    /** The greatest moment whose neighbours Kafka can still compute with. */
    private static final Instant MAX = Instant.ofEpochMilli(Long.MAX_VALUE / 4);

    private final LocalStore store;
    private final KeyCodec codec;
    private final int partition;
    private final PositionBound bound;
    private final long deadline;

    PartReader(LocalStore store, KeyCodec codec, PositionBound bound, long deadline) {
        this.store = store;
        this.codec = codec;
        this.partition = store.partition() == null ? -1 : store.partition();
        this.bound = bound;
        this.deadline = deadline;
    }

    /** The question that a question stands for with this kind of store. */
    static StoreQuery adapt(StoreQuery query, StoreKind kind) {
        boolean windows = kind.isWindow() || kind.isSession();
        if (query instanceof StoreQuery.Get get && get.asOf() == null && windows) {
            return new StoreQuery.Windows(get.key(), null, null, false);
        }
        if (query instanceof StoreQuery.Range range && range.from() == null && range.to() == null && windows) {
            return new StoreQuery.AllWindows(null, null, range.descending());
        }
        if (query instanceof StoreQuery.Windows asked && kind == StoreKind.VERSIONED) {
            return new StoreQuery.History(asked.key(), asked.timeFrom(), asked.timeTo(), asked.descending());
        }
        boolean fits;
        String right;
        if (kind.isKeyValue()) {
            fits = query instanceof StoreQuery.Get get
                    ? get.asOf() == null
                    : query instanceof StoreQuery.Range
                            || query instanceof StoreQuery.Prefix
                            || query instanceof StoreQuery.Count;
            right = "a key, a range of keys (from, to), a prefix or the count";
        } else if (windows) {
            fits = query instanceof StoreQuery.Windows || query instanceof StoreQuery.AllWindows;
            right = "a key, a time (timeFrom, timeTo), or both";
        } else {
            fits = query instanceof StoreQuery.Get || query instanceof StoreQuery.History;
            right = "a key, with or without asOf or history (timeFrom, timeTo)";
        }
        if (!fits) {
            throw new Unanswered(
                    new WrongKind(kind, "It is a " + kind + " store, which can be asked for " + right + "."), null);
        }
        return query;
    }

    /**
     * Reads what belongs to the page.
     *
     * @return position that the store had reached, or null if Kafka does not tell
     */
    @Nullable Position read(StoreQuery query, Page page) {
        boolean positioned = tellsPosition(query);
        if (!positioned && !bound.isUnbounded()) {
            throw Unanswered.invalid("Kafka tells no position for this question, so it cannot wait for 'minPosition':"
                    + " sessions of all keys, and windows, sessions and versions with READ_COMMITTED. Leave it out.");
        }
        Position position = readAll(query, page);
        return positioned ? position : null;
    }

    /** That of stores other than key-value stores covers what is not committed, whatever is asked for. */
    private boolean tellsPosition(StoreQuery query) {
        return store.isolation() == IsolationLevel.READ_COMMITTED
                ? store.kind().isKeyValue()
                : !(query instanceof StoreQuery.AllWindows && store.kind().isSession());
    }

    private @Nullable Position readAll(StoreQuery query, Page page) {
        if (query instanceof StoreQuery.Get get) {
            return store.kind() == StoreKind.VERSIONED ? version(get, page) : value(get.key(), page);
        }
        if (query instanceof StoreQuery.History history) {
            return history(history, page);
        }
        Object key = query instanceof StoreQuery.OfKey keyed ? keyed.key() : null;
        Position position = query instanceof StoreQuery.Prefix ? null : store.position(key, bound);
        if (query instanceof StoreQuery.Range range) {
            range(range, page);
        } else if (query instanceof StoreQuery.Prefix prefix) {
            try (KeyValueIterator<Object, Object> found =
                    store.keyValues().prefixScan(prefix.prefix(), codec.serializer())) {
                offer(found, page, Integer.MAX_VALUE);
            }
        } else if (query instanceof StoreQuery.Windows windows && store.kind().isSession()) {
            sessions(windows, page);
        } else if (query instanceof StoreQuery.Windows windows) {
            windows(windows, page);
        } else if (query instanceof StoreQuery.AllWindows windows
                && store.kind().isSession()) {
            allSessions(windows, page);
        } else if (query instanceof StoreQuery.AllWindows windows) {
            allWindows(windows, page);
        }
        if (key != null && store.kind().isSession()) {
            store.position(key, PositionBound.unbounded());
        } else {
            store.verify();
        }
        return position;
    }

    private @Nullable Position value(Object key, Page page) {
        LocalStore.Read read = store.get(key, bound);
        Object value = read.value();
        if (value == null) {
            // A store that was closed meanwhile is as empty as one that never had the key.
            store.verify();
        } else {
            page.offer(entry(key, value, null, null, null));
        }
        return read.position();
    }

    private void range(StoreQuery.Range range, Page page) {
        Object from = range.from();
        Object to = range.to();
        SortKey after = page.after();
        if (after != null) {
            Object last = cursorKey(after);
            from = range.descending() ? from : last;
            to = range.descending() ? last : to;
        }
        ReadOnlyKeyValueStore<Object, Object> entries = store.keyValues();
        try (KeyValueIterator<Object, Object> found =
                range.descending() ? entries.reverseRange(from, to) : entries.range(from, to)) {
            offer(found, page, Integer.MAX_VALUE);
        }
    }

    private Object cursorKey(SortKey after) {
        try {
            return codec.object(after.key());
        } catch (RuntimeException e) {
            throw Unanswered.invalid("The cursor holds no key of this store: begin again without it.");
        }
    }

    private void windows(StoreQuery.Windows asked, Page page) {
        Instant from = from(asked.timeFrom(), page, asked.descending());
        Instant to = to(asked.timeTo(), page, asked.descending());
        ReadOnlyWindowStore<Object, Object> windows = store.windows();
        long size = 0;
        try (WindowStoreIterator<Object> found = asked.descending()
                ? windows.backwardFetch(asked.key(), from, to)
                : windows.fetch(asked.key(), from, to)) {
            int seen = 0;
            while (found.hasNext()) {
                tick(seen++);
                KeyValue<Long, Object> next = found.next();
                Instant start = Instant.ofEpochMilli(next.key);
                size = size == 0 ? windowSize(windows, asked.key(), start) : size;
                if (!page.offer(
                        entry(asked.key(), next.value, null, new TimeWindow(start, start.plusMillis(size)), null))) {
                    return;
                }
            }
        }
    }

    /** A window by key does not tell its end; the same window among those of all keys does. */
    private static long windowSize(ReadOnlyWindowStore<Object, Object> windows, Object key, Instant start) {
        try (KeyValueIterator<Windowed<Object>, Object> found = windows.fetch(key, key, start, start)) {
            if (found.hasNext()) {
                Windowed<Object> window = found.next().key;
                return window.window().end() - window.window().start();
            }
            return 0;
        }
    }

    private void allWindows(StoreQuery.AllWindows asked, Page page) {
        Instant from = from(asked.timeFrom(), page, asked.descending());
        Instant to = to(asked.timeTo(), page, asked.descending());
        try (KeyValueIterator<Windowed<Object>, Object> found = store.windows().fetchAll(from, to)) {
            offerWindows(found, page, window -> true);
        }
    }

    private void sessions(StoreQuery.Windows asked, Page page) {
        long from = clamp(asked.timeFrom() == null ? Instant.EPOCH : asked.timeFrom())
                .toEpochMilli();
        long to = clamp(asked.timeTo() == null ? MAX : asked.timeTo()).toEpochMilli();
        ReadOnlySessionStore<Object, Object> sessions = store.sessions();
        try (KeyValueIterator<Windowed<Object>, Object> found = asked.timeFrom() == null && asked.timeTo() == null
                ? sessions.fetch(asked.key())
                : sessions.findSessions(asked.key(), from, to)) {
            offerWindows(found, page, session -> true);
        }
    }

    /** Kafka finds sessions of all keys at any time only. */
    private void allSessions(StoreQuery.AllWindows asked, Page page) {
        Instant from = asked.timeFrom() == null ? Instant.MIN : asked.timeFrom();
        Instant to = asked.timeTo() == null ? Instant.MAX : asked.timeTo();
        try (KeyValueIterator<Windowed<Object>, Object> found = store.sessions().fetch(null, null)) {
            offerWindows(
                    found,
                    page,
                    session -> !session.end().isBefore(from) && !session.start().isAfter(to));
        }
    }

    private void offerWindows(
            KeyValueIterator<Windowed<Object>, Object> found, Page page, Predicate<TimeWindow> wanted) {
        int seen = 0;
        while (found.hasNext()) {
            tick(seen++);
            KeyValue<Windowed<Object>, Object> next = found.next();
            TimeWindow window = window(next.key);
            if (next.value != null && wanted.test(window)) {
                page.offer(entry(next.key.key(), next.value, null, window, null));
            }
        }
    }

    private static TimeWindow window(Windowed<Object> key) {
        return new TimeWindow(
                Instant.ofEpochMilli(key.window().start()),
                Instant.ofEpochMilli(key.window().end()));
    }

    private @Nullable Position version(StoreQuery.Get get, Page page) {
        VersionedKeyQuery<Object, Object> query = VersionedKeyQuery.withKey(get.key());
        Instant asOf = get.asOf();
        VersionedKeyQuery<Object, Object> asked = asOf == null ? query : query.asOf(asOf);
        QueryResult<VersionedRecord<Object>> result = Objects.requireNonNull(store.query(asked, bound));
        VersionedRecord<Object> record = result.getResult();
        if (record == null) {
            // Once more, to see that the store is still held.
            record = Objects.requireNonNull(store.query(asked, bound)).getResult();
        }
        if (record != null && record.value() != null) {
            page.offer(version(get.key(), record));
        }
        return result.getPosition();
    }

    private @Nullable Position history(StoreQuery.History asked, Page page) {
        MultiVersionedKeyQuery<Object, Object> query = MultiVersionedKeyQuery.<Object, Object>withKey(asked.key())
                .fromTime(from(asked.timeFrom(), page, asked.descending()))
                .toTime(to(asked.timeTo(), page, asked.descending()));
        query = asked.descending() ? query.withDescendingTimestamps() : query.withAscendingTimestamps();
        QueryResult<VersionedRecordIterator<Object>> result = Objects.requireNonNull(store.query(query, bound));
        try (VersionedRecordIterator<Object> found = result.getResult()) {
            int seen = 0;
            while (found.hasNext()) {
                tick(seen++);
                if (!page.offer(version(asked.key(), found.next()))) {
                    break;
                }
            }
        }
        Objects.requireNonNull(store.query(VersionedKeyQuery.withKey(asked.key()), bound));
        return result.getPosition();
    }

    private QueryEntry version(Object key, VersionedRecord<Object> record) {
        Optional<Long> end = record.validTo();
        return new QueryEntry(
                key,
                record.value(),
                record.timestamp(),
                null,
                end.isPresent() && end.get() != Long.MAX_VALUE ? end.get() : null,
                partition,
                codec.bytes(key),
                null);
    }

    /** Looks at some entries, so that their places can be compared with the declarations. */
    void sample(Page sample) {
        if (store.kind().isKeyValue()) {
            try (KeyValueIterator<Object, Object> found = store.keyValues().all()) {
                offer(found, sample, Placement.SAMPLE);
            }
        } else if (store.kind().isWindow()) {
            try (KeyValueIterator<Windowed<Object>, Object> found =
                    store.windows().all()) {
                for (int i = 0; i < Placement.SAMPLE && found.hasNext(); i++) {
                    KeyValue<Windowed<Object>, Object> next = found.next();
                    sample.offer(entry(next.key.key(), next.value, null, window(next.key), null));
                }
            }
        }
    }

    private void offer(Iterator<KeyValue<Object, Object>> found, Page page, int most) {
        for (int seen = 0; seen < most && found.hasNext(); seen++) {
            tick(seen);
            KeyValue<Object, Object> next = found.next();
            if (next.value != null && !page.offer(entry(next.key, next.value, null, null, null))) {
                return;
            }
        }
    }

    private QueryEntry entry(
            Object key, Object value, @Nullable Long timestamp, @Nullable TimeWindow window, @Nullable Long validTo) {
        Unpacked unpacked = Unpacked.of(value, store.kind().hasHeaders());
        return new QueryEntry(
                key,
                Objects.requireNonNull(unpacked.value()),
                unpacked.timestamp() == null ? timestamp : unpacked.timestamp(),
                window,
                validTo,
                partition,
                codec.bytes(key),
                unpacked.headers());
    }

    private static Instant from(@Nullable Instant from, Page page, boolean descending) {
        Instant given = clamp(from == null ? Instant.EPOCH : from);
        SortKey after = page.after();
        Instant last = after == null || descending ? given : clamp(Instant.ofEpochMilli(after.time()));
        return last.isAfter(given) ? last : given;
    }

    private static Instant to(@Nullable Instant to, Page page, boolean descending) {
        Instant given = clamp(to == null ? MAX : to);
        SortKey after = page.after();
        Instant last = after == null || !descending ? given : clamp(Instant.ofEpochMilli(after.time()));
        return last.isBefore(given) ? last : given;
    }

    private static Instant clamp(Instant time) {
        return time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time.isAfter(MAX) ? MAX : time;
    }

    private void tick(int seen) {
        if ((seen & 0x3ff) == 0x3ff && System.nanoTime() - deadline > 0) {
            throw Unanswered.notReady(
                    Reason.TIMEOUT, "more than " + seen + " entries had to be read; allow more time or ask for less");
        }
    }
}
