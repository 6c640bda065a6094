package io.streamsboot.topology.query;

import io.streamsboot.topology.StreamsTopologyException;
import io.streamsboot.topology.query.QueryResult.Failed;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Unknown;
import io.streamsboot.topology.query.QueryResult.WrongKind;
import org.jspecify.annotations.Nullable;

/** A question that has no answer, for those who want an exception instead of a result. */
public final class QueryException extends StreamsTopologyException {

    private static final long serialVersionUID = 1L;

    private final transient QueryResult result;

    /**
     * A new error.
     *
     * @param result what came of the question
     */
    public QueryException(QueryResult result) {
        super(description(result), action(result), cause(result));
        this.result = result;
    }

    /**
     * What came of the question.
     *
     * @return the result
     */
    public QueryResult result() {
        return result;
    }

    private static String description(QueryResult result) {
        if (result instanceof NotReady not) {
            return not.reason() + ": " + not.message();
        }
        if (result instanceof WrongKind wrong) {
            return wrong.message();
        }
        if (result instanceof Invalid invalid) {
            return invalid.message();
        }
        if (result instanceof Unknown unknown) {
            return "There is no " + unknown.what() + " '" + unknown.name() + "'.";
        }
        if (result instanceof Failed failed) {
            return failed.message();
        }
        return "The answer is not a value: " + result;
    }

    private static String action(QueryResult result) {
        if (result instanceof NotReady not) {
            return "Ask again in " + not.retryAfter().toMillis() + " ms.";
        }
        if (result instanceof Unknown unknown) {
            return "Known names: " + unknown.known() + ".";
        }
        return "Correct the question.";
    }

    private static @Nullable Throwable cause(QueryResult result) {
        return result instanceof Failed failed ? failed.cause() : null;
    }
}
