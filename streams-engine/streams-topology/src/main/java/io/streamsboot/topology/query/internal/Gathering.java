package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryAnswer;
import io.streamsboot.topology.query.QueryAnswer.Part;
import io.streamsboot.topology.query.QueryAnswer.Role;
import io.streamsboot.topology.query.QueryEntry;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Counted;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.StoreKind;
import io.streamsboot.topology.query.StoreQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/** What the partitions of a store have said so far in answer to one question. */
final class Gathering {

    private final Question question;
    private final Page page;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Integer, NotReady> missing = new TreeMap<>();
    private @Nullable StoreKind kind;
    private @Nullable String mismatch;
    private IsolationLevel isolation = IsolationLevel.READ_COMMITTED;
    private boolean list;
    private long count;

    Gathering(Question question) {
        this.question = question;
        this.page = newPage();
        this.list = !question.isSingle();
    }

    Page newPage() {
        return new Page(question.request(), question.isDescending());
    }

    Page page() {
        return page;
    }

    @Nullable StoreKind kind() {
        return kind;
    }

    void kind(StoreKind found) {
        kind = found;
    }

    /** An answer is as isolated as its weakest part. */
    void isolation(IsolationLevel found) {
        isolation = found == IsolationLevel.READ_UNCOMMITTED ? found : isolation;
    }

    /** The question turned out to have several entries for an answer. */
    void list() {
        list = true;
    }

    void mismatch(@Nullable String found) {
        mismatch = found == null ? mismatch : found;
    }

    @Nullable String mismatch() {
        return mismatch;
    }

    void count(long more) {
        count += more;
    }

    void part(Part part) {
        parts.add(part);
        missing.remove(part.partition());
    }

    void missing(int partition, NotReady why) {
        missing.put(partition, why);
    }

    boolean isMissing(int partition) {
        return missing.containsKey(partition);
    }

    boolean isEmpty() {
        return page.entries().isEmpty();
    }

    boolean isComplete() {
        return missing.isEmpty();
    }

    /** Takes what another instance said. */
    void remote(QueryResult result) {
        QueryAnswer answer;
        if (result instanceof Found found) {
            answer = found.answer();
            found.entries().forEach(entry -> page.offer(withKey(entry)));
            if (found.next() != null) {
                page.more();
            }
            list |= answer.order() != null;
        } else if (result instanceof Absent absent) {
            answer = absent.answer();
        } else if (result instanceof Counted counted) {
            answer = counted.answer();
            count += counted.count();
        } else {
            throw new Unanswered(result, null);
        }
        IsolationLevel wanted = question.request().options().isolation();
        if (wanted != null && wanted != answer.isolation()) {
            throw Unanswered.notReady(
                    Reason.UNREACHABLE,
                    "another instance answered with " + answer.isolation() + " instead of " + wanted);
        }
        isolation(answer.isolation());
        kind = answer.kind();
        mismatch(answer.placementMismatch());
        answer.parts().forEach(part -> part(part.fromRemote()));
    }

    /** The key as an object, as if it had been read here. */
    private QueryEntry withKey(QueryEntry entry) {
        return entry.keyBytes() == null
                ? entry
                : new QueryEntry(
                        question.codec().object(entry.keyBytes()),
                        entry.value(),
                        entry.timestamp(),
                        entry.window(),
                        entry.validTo(),
                        entry.partition(),
                        entry.keyBytes(),
                        entry.headers());
    }

    QueryResult result() {
        boolean partial = list && question.request().options().allowPartial() && !parts.isEmpty();
        if (!missing.isEmpty() && !partial) {
            return missing.values().iterator().next();
        }
        QueryAnswer answer = new QueryAnswer(
                question.request().topology(),
                question.request().store(),
                Objects.requireNonNull(kind),
                parts,
                missing.keySet(),
                question.codec().source(),
                mismatch,
                list ? order() : null,
                isolation);
        if (question.typed() instanceof StoreQuery.Count) {
            return new Counted(answer, count);
        }
        if (list) {
            return new Found(answer, page.entries(), page.next());
        }
        if (!page.entries().isEmpty()) {
            return new Found(answer, page.entries().subList(0, 1), null);
        }
        boolean proven = parts.stream().allMatch(part -> part.role() == Role.ACTIVE || part.role() == Role.GLOBAL);
        return proven
                ? new Absent(answer)
                : new NotReady(
                        Reason.STALE,
                        "a copy does not have the key, which only the active store can prove to be absent",
                        Unanswered.SOON);
    }

    private String order() {
        String direction = question.isDescending() ? "descending" : "ascending";
        if (kind != null && (kind.isWindow() || kind.isSession())) {
            return direction + " by start, then by the bytes of the serialized key";
        }
        return kind == StoreKind.VERSIONED
                ? direction + " by timestamp"
                : direction + " by the bytes of the serialized key, unsigned, merged over partitions";
    }
}
