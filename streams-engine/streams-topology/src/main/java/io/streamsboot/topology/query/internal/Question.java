package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.TextKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A question whose keys were understood.
 *
 * @param request as other instances can read it: keys are serialized
 * @param typed the same question with keys as objects
 * @param site the store
 * @param codec its keys
 * @param keyBytes the serialized key of a question about one key, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Question(QueryRequest request, StoreQuery typed, StoreSite site, KeyCodec codec, byte @Nullable [] keyBytes) {

    static Question of(QueryRequest request, StoreSite site) {
        StoreQuery query = request.query();
        KeyCodec codec = site.requireCodec();
        StoreQuery typed = query;
        StoreQuery wire = query;
        byte[] bytes = null;
        if (query instanceof StoreQuery.OfKey keyed) {
            Object key = codec.object(keyed.key(), "key");
            bytes = codec.bytes(key);
            typed = withKey(query, key);
            wire = withKey(query, text(bytes));
        } else if (query instanceof StoreQuery.Range range) {
            Object from = range.from() == null ? null : codec.object(range.from(), "from");
            Object to = range.to() == null ? null : codec.object(range.to(), "to");
            byte[] first = from == null ? null : codec.bytes(from);
            byte[] last = to == null ? null : codec.bytes(to);
            if (first != null && last != null && Arrays.compareUnsigned(first, last) > 0) {
                throw Unanswered.invalid(
                        "'from' lies behind 'to': entries are in the order of the serialized keys, byte"
                                + " by byte, in which negative numbers come after positive ones. Swap them, or ask for each"
                                + " side of zero on its own.");
            }
            typed = new StoreQuery.Range(from, to, range.descending());
            wire = new StoreQuery.Range(
                    first == null ? null : text(first), last == null ? null : text(last), range.descending());
        } else if (query instanceof StoreQuery.AllWindows all && all.timeFrom() == null && all.timeTo() == null) {
            // So that it stays a question about time when it is written down.
            typed = new StoreQuery.AllWindows(Instant.EPOCH, null, all.descending());
            wire = typed;
        } else if (query instanceof StoreQuery.Prefix prefix) {
            boolean serialized = prefix.prefix() instanceof TextKey text && text.serialized();
            if (!codec.hasPrefixes()) {
                throw Unanswered.invalid(
                        "Keys of store '" + site.store() + "' are declared by " + codec.source() + " as " + codec.type()
                                + ", and only strings and bytes have prefixes. Ask for a range instead.");
            }
            Object object = codec.object(prefix.prefix(), "prefix");
            typed = new StoreQuery.Prefix(object);
            wire = serialized ? query : new StoreQuery.Prefix(text(codec.bytes(object)));
        }
        QueryRequest readable = new QueryRequest(
                request.topology(), request.store(), wire, request.limit(), request.cursor(), request.options());
        return new Question(readable, typed, site, codec, bytes);
    }

    private static TextKey text(byte[] bytes) {
        return new TextKey(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), true);
    }

    private static StoreQuery withKey(StoreQuery query, Object key) {
        if (query instanceof StoreQuery.Get get) {
            return new StoreQuery.Get(key, get.asOf());
        }
        if (query instanceof StoreQuery.Windows windows) {
            return new StoreQuery.Windows(key, windows.timeFrom(), windows.timeTo(), windows.descending());
        }
        StoreQuery.History history = (StoreQuery.History) query;
        return new StoreQuery.History(key, history.timeFrom(), history.timeTo(), history.descending());
    }

    boolean isDescending() {
        return (typed instanceof StoreQuery.Range range && range.descending())
                || (typed instanceof StoreQuery.Windows windows && windows.descending())
                || (typed instanceof StoreQuery.AllWindows all && all.descending())
                || (typed instanceof StoreQuery.History history && history.descending());
    }

    /** Whether the answer is one value, and not a list. */
    boolean isSingle() {
        return typed instanceof StoreQuery.Get;
    }
}
