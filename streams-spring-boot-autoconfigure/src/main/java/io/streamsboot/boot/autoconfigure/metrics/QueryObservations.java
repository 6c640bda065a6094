package io.streamsboot.boot.autoconfigure.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.streamsboot.topology.query.QueryAnswer;
import io.streamsboot.topology.query.QueryInterceptor;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Counted;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.Unknown;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Observes each question to a store as {@value #NAME}, with its topology, store, shape ({@code query}), kind of the store,
 * {@code place} ({@code remote} if another instance took part) and outcome. No key is in any tag, and no name that is not one of a store.
 */
public final class QueryObservations implements QueryInterceptor {

    /** Name of the observation. */
    public static final String NAME = "streams.queries";

    private static final String NONE = "none";

    private final ObservationRegistry registry;

    QueryObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public QueryResult around(QueryRequest request, Supplier<QueryResult> next) {
        Observation observation = Observation.createNotStarted(NAME, registry).start();
        try (Observation.Scope scope = observation.openScope()) {
            Objects.requireNonNull(scope);
            QueryResult result = next.get();
            boolean known = !(result instanceof Unknown);
            QueryAnswer answer = answer(result);
            observation
                    .lowCardinalityKeyValue("topology", known ? request.topology() : NONE)
                    .lowCardinalityKeyValue("store", known ? request.store() : NONE)
                    .lowCardinalityKeyValue("query", name(request.query()))
                    .lowCardinalityKeyValue(
                            "kind", answer == null ? NONE : answer.kind().toString())
                    .lowCardinalityKeyValue("place", place(answer))
                    .lowCardinalityKeyValue("outcome", name(result));
            return result;
        } catch (RuntimeException e) {
            observation.error(e);
            throw e;
        } finally {
            observation.stop();
        }
    }

    private static @Nullable QueryAnswer answer(QueryResult result) {
        if (result instanceof Found found) {
            return found.answer();
        }
        if (result instanceof Counted counted) {
            return counted.answer();
        }
        return result instanceof Absent absent ? absent.answer() : null;
    }

    private static String place(@Nullable QueryAnswer answer) {
        if (answer == null) {
            return NONE;
        }
        return answer.parts().stream().anyMatch(QueryAnswer.Part::remote) ? "remote" : "local";
    }

    private static String name(Object shape) {
        return shape.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
