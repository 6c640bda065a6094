package io.streamsboot.topology.query;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What came of a question. Immutable. */
public sealed interface QueryResult {

    /**
     * There is something: the entry of a key, or a page of a list, which may be empty.
     *
     * @param answer what it is worth
     * @param entries the entries
     * @param next cursor of the next page, or null after the last
     */
    record Found(
            QueryAnswer answer,
            List<QueryEntry> entries,
            @Nullable String next) implements QueryResult {
        public Found {
            entries = List.copyOf(entries);
        }

        /**
         * The entry of a question that has one.
         *
         * @return the first entry
         */
        public QueryEntry entry() {
            return entries.get(0);
        }
    }

    /**
     * A number of entries.
     *
     * @param answer what it is worth
     * @param count approximate number of entries
     */
    record Counted(QueryAnswer answer, long count) implements QueryResult {}

    /**
     * The key is not there, as every instance that could hold it has proven.
     *
     * @param answer who has proven it
     */
    record Absent(QueryAnswer answer) implements QueryResult {}

    /**
     * Nothing can be said now. That is no statement about the key.
     *
     * @param reason why
     * @param message why, in words
     * @param retryAfter when it may be worth to ask again
     */
    record NotReady(Reason reason, String message, Duration retryAfter) implements QueryResult {}

    /**
     * The store cannot be asked that.
     *
     * @param kind kind of the store
     * @param message what it can be asked
     */
    record WrongKind(StoreKind kind, String message) implements QueryResult {}

    /**
     * The question itself is wrong.
     *
     * @param message what is wrong, and what would be right
     */
    record Invalid(String message) implements QueryResult {}

    /**
     * There is no topology or no store of that name.
     *
     * @param what {@code topology} or {@code store}
     * @param name the name that was asked for
     * @param known the names that there are
     */
    record Unknown(String what, String name, Set<String> known) implements QueryResult {
        public Unknown {
            known = java.util.Collections.unmodifiableSet(new TreeSet<>(known));
        }
    }

    /**
     * Reading failed.
     *
     * @param message what failed
     * @param cause the exception, or null if it happened on another instance
     */
    record Failed(String message, @Nullable Throwable cause) implements QueryResult {}

    /** Why nothing can be said. */
    enum Reason {
        /** The topology is not started, or stopped. */
        NOT_RUNNING,
        /** Partitions are moving between instances. */
        REBALANCING,
        /** The store is being filled. */
        RESTORING,
        /** This instance does not own the partition. */
        NOT_OWNER,
        /** Nobody is known to own the partition. */
        NO_OWNER,
        /** The owner could not be asked. */
        UNREACHABLE,
        /** The position that was asked for is not reached. */
        BEHIND,
        /** Every copy lags behind further than allowed. */
        STALE,
        /** The instance stood still so long that others may have taken over. */
        PAUSED,
        /** The store was read, but not within the time that the answer may take. */
        TIMEOUT,
        /** The cluster did not answer. */
        CLUSTER
    }

    /**
     * Unpacks the value of a question that has one.
     *
     * @return the value, or null if the key is proven to be absent
     * @throws QueryException in all other cases
     */
    default @Nullable Object valueOrNull() {
        if (this instanceof Found found) {
            return found.entry().value();
        }
        if (this instanceof Absent) {
            return null;
        }
        throw new QueryException(Objects.requireNonNull(this));
    }
}
