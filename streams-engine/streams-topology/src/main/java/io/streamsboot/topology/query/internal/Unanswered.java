package io.streamsboot.topology.query.internal;

import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Carries a result that is no answer up to whoever asked. Never leaves the engine. */
final class Unanswered extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** When it may be worth to ask again: about as long as a small rebalance takes. */
    static final Duration SOON = Duration.ofSeconds(1);

    private final transient QueryResult result;

    Unanswered(QueryResult result, @Nullable Throwable cause) {
        super(null, cause, false, false);
        this.result = result;
    }

    /** Written when it is asked for: most are thrown on the way to another instance, and nobody reads them. */
    @Override
    public String getMessage() {
        return String.valueOf(result);
    }

    QueryResult result() {
        return result;
    }

    static Unanswered notReady(Reason reason, String message) {
        return new Unanswered(new NotReady(reason, message, SOON), null);
    }

    static Unanswered invalid(String message) {
        return new Unanswered(new QueryResult.Invalid(message), null);
    }

    static Unanswered failed(String message, @Nullable Throwable cause) {
        return new Unanswered(new QueryResult.Failed(message, cause), cause);
    }
}
