package io.streamsboot.samples.flightboard.board;

import io.streamsboot.samples.flightboard.flights.DelayTotals;
import io.streamsboot.topology.query.QueryException;
import io.streamsboot.topology.query.QueryRequest;
import io.streamsboot.topology.query.QueryResult;
import io.streamsboot.topology.query.QueryResult.Absent;
import io.streamsboot.topology.query.QueryResult.Found;
import io.streamsboot.topology.query.QueryResult.NotReady;
import io.streamsboot.topology.query.StoreQuery;
import io.streamsboot.topology.query.StreamsQueries;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The totals of one airport, from whichever instance holds them. */
@RestController
class AirportController {

    private final StreamsQueries queries;

    AirportController(StreamsQueries queries) {
        this.queries = queries;
    }

    @GetMapping("/airports/{iata}")
    ResponseEntity<DelayTotals> airport(@PathVariable String iata) {
        QueryResult result = queries.execute(QueryRequest.of("airport-delays", "delay-totals", StoreQuery.get(iata)));
        if (result instanceof Found found) {
            return ResponseEntity.ok(queries.value(found.entry().value(), DelayTotals.class));
        }
        if (result instanceof Absent) {
            return ResponseEntity.notFound().build();
        }
        if (result instanceof NotReady not) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                    .header(
                            HttpHeaders.RETRY_AFTER,
                            Long.toString(not.retryAfter().toSeconds() + 1))
                    .build();
        }
        throw new QueryException(result);
    }
}
