package io.streamsboot.boot.actuate;

import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Counted;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.Invalid;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.QueryResult.Reason;
import io.streamsboot.topology.query.QueryResult.Unknown;
import io.streamsboot.topology.query.QueryResult.WrongKind;
import io.streamsboot.topology.query.StreamsQueries;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Endpoint that looks into the stores of managed topologies. It shows data of users, so expose it on purpose only. A
 * {@link StoreParametersAdvisor} must be there, which reads the parameters.
 */
@WebEndpoint(id = StreamsStoresEndpoint.ID)
public class StreamsStoresEndpoint {

    static final String ID = "streamsstores";

    private static final Logger LOG = LoggerFactory.getLogger(StreamsStoresEndpoint.class);

    private final StreamsQueries queries;
    private final StoreBodies bodies;
    private final boolean headers;

    /**
     * A new endpoint.
     *
     * @param queries answers the questions
     * @param mapper shows keys and values as JSON
     * @param headers whether an operation may answer with headers, as it may with Spring MVC; with WebFlux, a filter sets
     *     them
     */
    public StreamsStoresEndpoint(StreamsQueries queries, JsonMapper mapper, boolean headers) {
        this.queries = queries;
        this.bodies = new StoreBodies(mapper);
        this.headers = headers;
    }

    /**
     * All stores.
     *
     * @return what is known about them
     */
    @ReadOperation
    public Object stores() {
        return response(200, bodies.stores(queries.stores()));
    }

    /**
     * A question to a store. The parameters are those of the guide; they are read by the advisor before they get here.
     *
     * @param topology name of the topology
     * @param store name of the store
     * @return the answer
     */
    @ReadOperation
    public Object query(@Selector String topology, @Selector String store) {
        return query(topology, store, Map.of());
    }

    Object query(String topology, String store, Map<String, ?> arguments) {
        try {
            StoreParameters parameters = StoreParameters.of(arguments);
            QueryResult result = queries.execute(parameters.request(topology, store));
            return response(status(result, parameters.hasPartitions()), bodies.of(result, parameters.isSerialized()));
        } catch (StoreParameters.Refused e) {
            return response(400, bodies.error("invalid", String.valueOf(e.getMessage())));
        } catch (JacksonException e) {
            LOG.debug("An entry of store '{}' of topology '{}' cannot be shown", store, topology, e);
            return response(
                    501,
                    bodies.error(
                            "unreadable",
                            "A key or value cannot be shown as JSON: " + e.getOriginalMessage()
                                    + ". Teach the application's JsonMapper to write it."));
        }
    }

    private static int status(QueryResult result, boolean alone) {
        if (result instanceof Found || result instanceof Counted) {
            return 200;
        }
        if (result instanceof Absent || result instanceof Unknown) {
            return 404;
        }
        if (result instanceof Invalid || result instanceof WrongKind) {
            return 400;
        }
        if (result instanceof NotReady not && not.reason() == Reason.NOT_OWNER && alone) {
            return 421;
        }
        return 503;
    }

    private Object response(int status, ObjectNode body) {
        if (!headers) {
            return new WebEndpointResponse<>(bodies.bytes(body), status, MediaType.APPLICATION_JSON);
        }
        ResponseEntity.BodyBuilder response = ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .header(HttpHeaders.CACHE_CONTROL, "no-store");
        if (status == 503) {
            response.header(
                    HttpHeaders.RETRY_AFTER,
                    seconds(body.path("retryAfterMillis").asLong(1_000)));
        }
        return response.body(bodies.bytes(body));
    }

    private static String seconds(long millis) {
        return Long.toString(Math.max(1, (millis + 999) / 1_000));
    }
}
